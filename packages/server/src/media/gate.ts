import { AppError } from '../base/errors.ts'

/** Runs work when it is its turn. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>

/** Lets a few through at a time. Those for whom the line is too long are told to come back. */
export function createGate(limit: number, maxLine: number): Gate {
  let inside = 0
  const line: (() => void)[] = []
  return async (work) => {
    if (inside >= limit) {
      if (line.length >= maxLine)
        throw new AppError('unavailable', 'Too many pictures are being made at the moment.', {
          headers: { 'retry-after': '2' },
        })
      await new Promise<void>((resolve) => line.push(resolve))
    } else inside += 1
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else inside -= 1
    }
  }
}
