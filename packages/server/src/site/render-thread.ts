import { answerTasks } from '../base/thread-tasks.ts'
import { render } from './render-task.ts'

answerTasks(render)
