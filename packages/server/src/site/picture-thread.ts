import { answerTasks } from '../base/thread-tasks.ts'
import { drawPicture } from './picture-task.ts'

answerTasks(drawPicture)
