import { parentPort } from 'node:worker_threads'

/** Replies to each task with its name, unless the task is meant to fail. */
parentPort?.on('message', ({ name }: { name: string }) => {
  if (name === 'throws') throw new Error('thrown on purpose')
  while (name === 'endless');
  parentPort?.postMessage(name)
})
