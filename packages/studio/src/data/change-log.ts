/** Part of the change log, the newest first. */
export interface OlderChanges<C> {
  changes: C[]
  /** Where to go on: changes with a smaller sequence. Undefined at the beginning of what is kept. */
  before: number | undefined
}

interface Log<C> {
  /** The changes after a sequence number, the oldest first. */
  read(since: number, limit: number): Promise<C[]>
  /** Whether the log refused because changes that old are no longer kept. */
  isForgotten(error: unknown): boolean
}

/**
 * Reads a log backwards that the service reads forwards: a span of sequence numbers at a time. Where the span reaches into
 * what is forgotten it gets shorter, until nothing is left.
 */
export async function readBackwards<C extends { sequence: number }>(
  log: Log<C>,
  before: number,
  size: number,
): Promise<OlderChanges<C>> {
  for (let span = Math.min(size, before - 1); span > 0; span = span === 1 ? 0 : Math.ceil(span / 4)) {
    const since = before - 1 - span
    try {
      const changes = (await log.read(since, span)).filter(({ sequence }) => sequence < before).reverse()
      return { changes, before: since > 0 ? since + 1 : undefined }
    } catch (error) {
      if (!log.isForgotten(error)) throw error
    }
  }
  return { changes: [], before: undefined }
}

/** Two lists of changes as one, each change once, the newest first. */
export function withoutRepeats<C extends { sequence: number }>(...lists: C[][]): C[] {
  const bySequence = new Map(lists.flat().map((change) => [change.sequence, change]))
  return [...bySequence.values()].sort((one, other) => other.sequence - one.sequence)
}
