import { answerTasks } from '../../base/thread-tasks.ts'
import { type ReadTask, readTask } from '../read/read-task.ts'

answerTasks((task: ReadTask) => {
  try {
    return readTask(task)
  } catch {
    // Unreadable files are left out; hardly any site is without errors.
    return undefined
  }
})
