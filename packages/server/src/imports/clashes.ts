import type { Note, SourceRecord } from '@marquee/formats'

/** Notes on sessions of a file that overlap in one place or with one person. Most are mistakes of the file. */
export function clashesIn(records: SourceRecord[]): Note[] {
  const titles = new Map(records.map(({ kind, key, fields }) => [`${kind}/${key}`, String(fields.title ?? '')]))
  const usedBy = new Map<string, Slot[]>()
  for (const record of records) {
    const slot = slotOf(record)
    for (const used of slot ? usesOf(record) : []) {
      const slots = usedBy.get(used)
      if (slots) slots.push(slot as Slot)
      else usedBy.set(used, [slot as Slot])
    }
  }
  return [...usedBy].flatMap(([used, slots]) => {
    const code = used.startsWith('broadcastHost/') ? 'host_clash' : 'place_clash'
    return overlapsOf(slots).map(([first, second]) => ({
      code,
      message: `“${second.title}” begins before “${first.title}” ends, both with “${titles.get(used) ?? ''}”.`,
      at: second.at,
    }))
  })
}

interface Slot {
  title: string
  at: string
  startMs: number
  endMs: number
}

function slotOf({ kind, at, fields }: SourceRecord): Slot | undefined {
  if (kind !== 'broadcastSession') return undefined
  const { start, end, allDay } = (fields.time ?? {}) as { start?: string; end?: string; allDay?: boolean }
  if (!start || !end || allDay) return undefined
  return { title: String(fields.title ?? ''), at, startMs: Date.parse(start), endMs: Date.parse(end) }
}

function usesOf({ fields }: SourceRecord): string[] {
  const { interestPointId, hostIds = [] } = fields as { interestPointId?: Reference; hostIds?: Reference[] }
  const place = interestPointId ? [`broadcastInterestPoint/${interestPointId.reference}`] : []
  return [...place, ...hostIds.map(({ reference }) => `broadcastHost/${reference}`)]
}

interface Reference {
  reference: string
}

/** Each slot that begins before an earlier one has ended, with the one that lasts longest. */
function overlapsOf(slots: Slot[]): [Slot, Slot][] {
  const found: [Slot, Slot][] = []
  let longest: Slot | undefined
  for (const slot of slots.toSorted((a, b) => a.startMs - b.startMs)) {
    if (longest && slot.startMs < longest.endMs) found.push([longest, slot])
    if (!longest || slot.endMs > longest.endMs) longest = slot
  }
  return found
}
