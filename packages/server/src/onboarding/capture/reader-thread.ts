import { answerTasks } from '../../base/thread-tasks.ts'
import { type ReadTask, readTask } from '../read/read-task.ts'

answerTasks((task: ReadTask) => {
  try {
    return readTask(task)
  } catch {
    // What cannot be read is left out; a site is never all well made.
    return undefined
  }
})
