import { parentPort } from 'node:worker_threads'

/** Answers each task with its name, unless the task is to misbehave. */
parentPort?.on('message', ({ name }: { name: string }) => {
  if (name === 'throws') throw new Error('thrown on purpose')
  while (name === 'endless');
  parentPort?.postMessage(name)
})
