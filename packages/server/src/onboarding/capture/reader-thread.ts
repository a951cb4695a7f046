import { answerTasks } from '../../base/thread-tasks.ts'
import { type ReadTask, readTask } from '../read/read-task.ts'

answerTasks(async (task: ReadTask) => {
  try {
    return await readTask(task)
  } catch {
    // Unreadable files are left out; hardly any site is without errors.
    return undefined
  }
})
