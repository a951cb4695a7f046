import { parentPort } from 'node:worker_threads'
import { type RichTextTask, renderRichText } from './rich-text-task.ts'

parentPort?.on('message', (task: RichTextTask) => parentPort?.postMessage(renderRichText(task)))
