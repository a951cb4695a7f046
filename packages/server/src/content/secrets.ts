import { randomBytes } from 'node:crypto'
import { invalid, type Kind, oncePerKind } from '@marquee/model'
import type { Vault } from '../base/vault.ts'

export type SealedSecrets = Record<string, string>

export interface AbsorbedSecrets {
  /** The sent body, with every secret replaced by `set`. */
  sent: Record<string, unknown>
  /** All encrypted secrets of the record after the write, or undefined when they are unchanged. */
  secrets: SealedSecrets | null | undefined
  /** The fields whose secrets changed. */
  fields: string[]
}

type Entry = Record<string, unknown>

/** The fields that are secrets, and the lists whose entries have some. */
export const secretFields = oncePerKind((kind) =>
  Object.entries(kind.fields).flatMap(([name, field]) => (field.secret ? [{ name, field }] : [])),
)

/** Extracts and encrypts the secrets of a body. Entries of a list keep the secrets they do not send, matched by `id`. */
export function absorbSecrets(
  kind: Kind,
  sent: Record<string, unknown>,
  before: { record: Record<string, unknown> | null; secrets: SealedSecrets | null },
  vault: Vault,
  context: string,
): AbsorbedSecrets {
  const stored = { ...before.secrets }
  const open = { ...sent }
  const fields: string[] = []
  const put = (field: string, place: string, value: unknown) => {
    if (value === undefined) return
    if (value === null) {
      if (!(place in stored)) return
      delete stored[place]
    } else {
      stored[place] = vault.seal(JSON.stringify(value), `${context}/${place}`)
    }
    if (!fields.includes(field)) fields.push(field)
  }

  for (const { name, field } of secretFields(kind)) {
    if (!(name in sent)) continue
    const value = sent[name]
    if (field.secret === true) {
      put(name, name, value)
      open[name] = name in stored ? { set: true } : null
    } else {
      const known = entriesOf(before.record?.[name])
      const taken = new Set<string>()
      open[name] = entriesOf(value).map((entry, index) => {
        const id = entryId(entry, known, `/${name}/${index}/id`)
        if (taken.has(id)) throw invalid(`/${name}/${index}/id`, 'duplicate', 'is the id of another entry too')
        taken.add(id)
        requireTrueSet(entry, known, `/${name}/${index}/set`)
        for (const path of field.secret === true ? [] : (field.secret ?? []))
          put(name, `${name}.${id}.${path}`, take(entry, path))
        return publicEntry(entry, id, stored, name)
      })
      dropOthers(stored, name, entriesOf(open[name]), (place) => put(name, place, null))
    }
  }
  return {
    sent: open,
    secrets: fields.length > 0 ? (Object.keys(stored).length > 0 ? stored : null) : undefined,
    fields,
  }
}

/** One decrypted secret, for the parts of the service that must use it. */
export function openSecret(secrets: SealedSecrets, place: string, vault: Vault, context: string): unknown {
  const sealed = secrets[place]
  return sealed === undefined ? undefined : JSON.parse(vault.open(sealed, `${context}/${place}`))
}

export const secretContext = (broadcastId: string, kind: Kind, id: string) => `${broadcastId}/${kind.name}/${id}`

function entryId(entry: Entry, known: Entry[], pointer: string): string {
  if (entry.id === undefined) return randomBytes(6).toString('hex')
  if (!known.some(({ id }) => id === entry.id))
    throw invalid(pointer, 'unknown_entry', 'is not the id of an entry of the record')
  return String(entry.id)
}

/** `set` is read-only: a sent value must equal the stored one. */
function requireTrueSet(entry: Entry, known: Entry[], pointer: string): void {
  const stored = known.find(({ id }) => id === entry.id)
  if (entry.set !== undefined && entry.set !== (stored?.set ?? false))
    throw invalid(pointer, 'read_only', 'cannot be set')
}

function publicEntry(entry: Entry, id: string, stored: SealedSecrets, name: string): Entry {
  const { id: _, set: __, ...rest } = entry
  const isSet = Object.keys(stored).some((place) => place.startsWith(`${name}.${id}.`))
  return { id, ...rest, ...(isSet && { set: true }) }
}

/** Secrets of removed entries are deleted. */
function dropOthers(stored: SealedSecrets, name: string, kept: Entry[], drop: (place: string) => void): void {
  const prefixes = kept.map(({ id }) => `${name}.${id}.`)
  for (const place of Object.keys(stored)) {
    if (place.startsWith(`${name}.`) && !prefixes.some((prefix) => place.startsWith(prefix))) drop(place)
  }
}

/** Removes a secret from an entry and returns it; the parent object stays. */
function take(entry: Entry, path: string): unknown {
  const [first = '', ...rest] = path.split('.')
  if (rest.length === 0) {
    const value = entry[first]
    delete entry[first]
    return value
  }
  const holder = entry[first]
  // Without its parent object, a secret is deleted.
  if (holder === null) return null
  if (typeof holder !== 'object') return undefined
  const copy = { ...holder } as Entry
  entry[first] = copy
  return take(copy, rest.join('.'))
}

/** Whether it says that a secret is stored, instead of the secret. */
export const isMarker = (value: unknown) =>
  typeof value === 'object' && value !== null && 'set' in value && Object.keys(value).length === 1
const entriesOf = (value: unknown): Entry[] => (Array.isArray(value) ? value.map((entry: Entry) => ({ ...entry })) : [])
