import { answerTasks } from '../base/thread-tasks.ts'
import { createPlanning } from './planning.ts'

answerTasks(createPlanning())
