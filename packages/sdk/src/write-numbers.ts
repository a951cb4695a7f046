import { MarqueeProblem } from './problem.ts'
import type { WebHeaders } from './web-types.ts'

/**
 * The number of the last write to each broadcast, as the service answered it. A read that names it gets no older content, whichever
 * node of the service answers.
 */
export interface WriteNumbers {
  /** The header of a read. */
  of(path: string): Record<string, string>
  /** Remembers the number of an answer to a write. */
  keep(path: string, headers: WebHeaders): void
  /** Whether the service has lost the write, as after a restore from a backup: its number is forgotten, and the read can be repeated. */
  forgetLost(path: string, error: unknown): boolean
}

export function createWriteNumbers({ apiKey }: { apiKey?: string | undefined }): WriteNumbers {
  const numbers = new Map<string, number>()
  // A key belongs to one broadcast, which is not in the paths of Surface A.
  const nameOf = (path: string) => (apiKey === undefined ? (broadcastPath.exec(path)?.[1] ?? '') : '')
  return {
    of(path): Record<string, string> {
      const number = numbers.get(nameOf(path))
      return number === undefined ? {} : { 'marquee-min-sequence': String(number) }
    },
    keep(path, headers) {
      const number = Number(headers.get('marquee-sequence') ?? 0)
      const name = nameOf(path)
      if (number > (numbers.get(name) ?? 0)) numbers.set(name, number)
    },
    forgetLost: (path, error) =>
      error instanceof MarqueeProblem && error.code === 'sequence_ahead' && numbers.delete(nameOf(path)),
  }
}

const broadcastPath = /^\/v1\/(?:users\/[^/]+\/broadcasts|public)\/([^/?]+)/
