import { Invalid } from '@marquee/model'
import { AppError } from '../base/errors.ts'
import { JobFailed } from '../base/job.ts'
import { isRefusedForGood } from './failures.ts'

/** Whether a failure would recur with every retry: an error in the content or in the code, not in the environment. */
export function isLastingFailure(error: unknown): boolean {
  if (error instanceof AppError) return error.status < 500 && error.status !== 429
  const mistakes = [JobFailed, Invalid, TypeError, RangeError, ReferenceError, SyntaxError]
  return mistakes.some((mistake) => error instanceof mistake) || isRefusedForGood(error)
}
