import { AppError } from './errors.ts'

/** The maximum size of the stored records of a page and of the text of a feed, so that every response fits into the cache. */
export const maxAnswerBytes = 16_777_216

export const answerTooLarge = (hint = 'Ask for a part of it.') =>
  new AppError('answer_too_large', `The response would be larger than 16 MB. ${hint}`)

export const isTooLarge = (error: unknown) => error instanceof AppError && error.code === 'answer_too_large'
