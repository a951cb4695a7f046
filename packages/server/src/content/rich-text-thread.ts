import { answerTasks } from '../base/thread-tasks.ts'
import { renderRichText } from './rich-text-task.ts'

answerTasks(renderRichText)
