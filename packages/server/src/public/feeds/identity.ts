import { createHash } from 'node:crypto'

/** A UUID (version 5), always the same for the same ids. */
export function stableUuid(...ids: string[]): string {
  const bytes = createHash('sha1').update(namespace).update(ids.join('/')).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** A positive integer of at most 48 bits, for formats with numeric ids. The probability of a collision among ten thousand is below one in a million. */
export function stableNumber(...ids: string[]): number {
  return createHash('sha256').update(ids.join('/')).digest().readUIntBE(0, 6) + 1
}

/** The session that each guid belongs to: the first one, because programmes of other systems repeat them. */
export function guidOwners(sessions: { id: string; guid: string | null }[]): ReadonlyMap<string, string> {
  const owners = new Map<string, string>()
  for (const { id, guid } of sessions) if (guid !== null && !owners.has(guid)) owners.set(guid, id)
  return owners
}

/** Our own namespace, so that no other program generates the same UUIDs. */
const namespace = Buffer.from('0c5f8a3e8d1b4f0e9a672f6f1d3be0a4', 'hex')
