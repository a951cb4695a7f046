import { createHash } from 'node:crypto'
import {
  type EventInfo,
  type FormatName,
  type ImportedKind,
  importedKinds,
  type Note,
  type Programme,
  type SourceRecord,
  type Table,
  Unreadable,
} from './programme.ts'

/** An entry of a file, before its key is known. Other entries refer to it by this object. */
export interface Entry {
  kind: ImportedKind
  /** The id of the source, if it has one. */
  id: string | undefined
  at: string
  fields: Record<string, unknown>
}

export interface Collected {
  id?: string | undefined
  at: string
  fields: Record<string, unknown>
}

/**
 * Collects the entries of a file and gives each a key. Ids of real files are doubled or shared by different entries, so keys are
 * given at the end, when all entries are known. Fields may contain entries as references.
 */
export function collectProgramme(format: FormatName) {
  const entries: Entry[] = []
  const notes: Note[] = []
  const byName = new Map<string, Entry>()
  const add = (kind: ImportedKind, { id, at, fields }: Collected): Entry => {
    if (entries.length === maxEntries)
      throw new Unreadable(`A file can have at most ${maxEntries.toLocaleString('en')} entries.`, at)
    const entry = { kind, id, at, fields }
    entries.push(entry)
    return entry
  }
  /** For places, categories and hosts: the same id and name is the same entry, and a later one adds what the first lacks. */
  const named = (kind: ImportedKind) => (collected: Collected) => {
    const name = `${kind}/${collected.id ?? ''}/${foldName(String(collected.fields.title ?? ''))}`
    const known = byName.get(name)
    if (!known) {
      const entry = add(kind, collected)
      byName.set(name, entry)
      return entry
    }
    for (const [field, value] of Object.entries(collected.fields)) known.fields[field] ??= value
    return known
  }
  const noted = new Map<string, number>()
  /** Of each code the first thousand are listed and the others counted. */
  const note = (code: string, message: string, at?: string) => {
    const count = (noted.get(code) ?? 0) + 1
    noted.set(code, count)
    if (count <= maxNotes) notes.push({ code, message, at })
  }
  return {
    category: named('broadcastCategory'),
    place: named('broadcastInterestPoint'),
    host: named('broadcastHost'),
    session: (collected: Collected) => add('broadcastSession', collected),
    article: (collected: Collected) => add('broadcastArticle', collected),
    note,
    finish(event: EventInfo, table?: Table): Programme {
      const keys = keysOf(entries, note)
      const records: SourceRecord[] = []
      const taken = new Map<string, SourceRecord>()
      for (const entry of entries) {
        const { key, isStable } = keys.get(entry) as Key
        const fields = resolved(entry.fields, keys) as Record<string, unknown>
        const record = { kind: entry.kind, key, isStable, at: entry.at, fields }
        const same = taken.get(`${entry.kind}/${key}`)
        if (same) {
          note(
            'repeated_entry',
            `“${titleOf(entry)}” is in the file twice with the same content; it is read once.`,
            entry.at,
          )
          continue
        }
        taken.set(`${entry.kind}/${key}`, record)
        records.push(record)
      }
      for (const [code, count] of noted)
        if (count > maxNotes) notes.push({ code, message: `There are ${count - maxNotes} more notes like these.` })
      const byKind = records.toSorted((a, b) => importedKinds.indexOf(a.kind) - importedKinds.indexOf(b.kind))
      return { format, event, records: byKind, notes, ...(table && { table }) }
    },
  }
}

const maxNotes = 1_000

/** As many records as a broadcast can have of one kind. */
const maxEntries = 100_000

export type Collecting = ReturnType<typeof collectProgramme>

interface Key {
  key: string
  isStable: boolean
}

/** An id that several different entries share identifies none of them. */
function keysOf(entries: Entry[], note: Collecting['note']): Map<Entry, Key> {
  const sharing = new Map<string, Entry[]>()
  for (const entry of entries) {
    if (entry.id === undefined) continue
    const at = `${entry.kind}/${entry.id}`
    const others = sharing.get(at)
    if (others) others.push(entry)
    else sharing.set(at, [entry])
  }
  const shared = new Set<Entry>()
  for (const group of sharing.values()) {
    if (new Set(group.map(naturalKey)).size < 2) continue
    const [first] = group as [Entry]
    note(
      'shared_id',
      `The id “${first.id}” belongs to ${group.length} different entries, such as “${titleOf(first)}”; they are kept apart by name and time.`,
      first.at,
    )
    for (const entry of group) shared.add(entry)
  }
  return new Map(
    entries.map((entry) => {
      const id = entry.id === undefined || shared.has(entry) ? undefined : entry.id
      if (id !== undefined) return [entry, { key: bounded(`id:${id}`), isStable: true }]
      return [entry, { key: naturalKey(entry), isStable: entry.kind !== 'broadcastSession' }]
    }),
  )
}

/** Identifies an entry by what people know it by: its name, and for sessions also time, place and people. */
function naturalKey(entry: Entry): string {
  const name = foldName(titleOf(entry))
  if (entry.kind !== 'broadcastSession') return bounded(`name:${name}`)
  const { time, interestPointId, hostIds } = entry.fields as {
    time?: { start?: string | null }
    interestPointId?: Entry
    hostIds?: Entry[]
  }
  const people = (hostIds ?? []).map((host) => foldName(titleOf(host))).sort()
  const place = interestPointId ? foldName(titleOf(interestPointId)) : ''
  return bounded(`at:${time?.start ?? ''}|${name}|${place}|${people.join(',')}`)
}

const titleOf = (entry: Entry) => String(entry.fields.title ?? entry.id ?? '')

/** The same name, written with other spaces or another case, is the same name. */
export const foldName = (name: string) => name.normalize('NFC').replaceAll(/\s+/g, ' ').trim().toLowerCase()

/** Keys are stored and indexed, so long ones are cut, with a digest of the rest. */
function bounded(key: string): string {
  if (key.length <= maxKeyLength) return key
  const digest = createHash('sha256').update(key).digest('base64url').slice(0, 22)
  return `${key.slice(0, maxKeyLength - digest.length - 1)}~${digest}`
}

const maxKeyLength = 160

function resolved(value: unknown, keys: Map<Entry, Key>): unknown {
  if (typeof value !== 'object' || value === null) return value
  const key = keys.get(value as Entry)
  if (key) return { reference: key.key }
  if (Array.isArray(value)) return value.map((item) => resolved(item, keys))
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, resolved(item, keys)]))
}
