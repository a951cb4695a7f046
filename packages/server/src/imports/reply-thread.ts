import { answerTasks } from '../base/thread-tasks.ts'
import { readReply } from './reply-task.ts'

answerTasks(readReply)
