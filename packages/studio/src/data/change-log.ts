/** Part of the change log, the newest first. */
export interface OlderChanges<C> {
  changes: C[]
  /** The next page has changes with smaller sequence numbers. Undefined at the beginning of the log. */
  before: number | undefined
}

interface Log<C> {
  /** The changes after a sequence number, the oldest first. */
  read(since: number, limit: number): Promise<C[]>
  /** Whether the log refused because changes that old have been purged. */
  isPurged(error: unknown): boolean
}

/**
 * Reads a forward-only log backwards, in spans of sequence numbers. A span that reaches into purged changes is
 * shortened until nothing is left.
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
      if (!log.isPurged(error)) throw error
    }
  }
  return { changes: [], before: undefined }
}

/** Merges two lists of changes without duplicates, the newest first. */
export function withoutRepeats<C extends { sequence: number }>(...lists: C[][]): C[] {
  const bySequence = new Map(lists.flat().map((change) => [change.sequence, change]))
  return [...bySequence.values()].sort((one, other) => other.sequence - one.sequence)
}
