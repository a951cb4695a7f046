import { randomBytes } from 'node:crypto'
import { type AnyRecord, kinds } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import { AppError } from '../base/errors.ts'
import type { Gate } from '../base/gate.ts'
import { newObjectId } from '../base/object-id.ts'
import type { Actor } from '../store/changes/changes.ts'
import type { Db, Tx } from '../store/db.ts'
import { findOwner, lockBroadcast } from '../store/records/broadcasts.ts'
import {
  type FileFacts,
  forgetFiles,
  giveUpArriving,
  insertArriving,
  keepFile,
  linkFile,
  type Place,
  readMediaBytes,
} from '../store/records/media.ts'
import { lockRecord } from '../store/records/records.ts'
import { addressName, addressOf, requireFileName } from './address.ts'
import { type FileStore, folderOf, originalOf, strippedOf } from './files.ts'
import { type Incoming, once } from './incoming.ts'
import { type Inspected, inspect } from './inspect.ts'

/** Stores a file as a media of a broadcast. With a reference, it replaces the file of the media with that reference, if it exists. */
export type KeepMedia = (
  owner: { broadcastId: string; userId: string | null; actor: Actor },
  file: {
    bytes: Uint8Array | AsyncIterable<Uint8Array>
    name: string
    alt?: string
    reference?: string
    metadata?: Record<string, unknown>
  },
) => Promise<AnyRecord>

/** A file that becomes a media, with further fields of its record. */
export interface NewMedia extends Inspected {
  fileName: string
  said: Record<string, unknown>
  /** The id and the fields that only the service sets, for a copy of a media. */
  copied?: { id: string; service: Record<string, unknown> }
}

/** Creates the records of stored files, in the caller's transaction. */
export type Attach = (tx: Tx) => Promise<AnyRecord[]>

interface Owner {
  broadcastId: string
  userId: string
}

/** Functions of `content` that write records. */
export interface MediaRecords {
  create(
    tx: Tx,
    owner: Owner,
    actor: Actor,
    wanted: { id: string; body: unknown; service: Record<string, unknown> }[],
  ): Promise<AnyRecord[]>
  update(
    tx: Tx,
    owner: Owner,
    actor: Actor,
    id: string,
    body: unknown,
    service: Record<string, unknown>,
  ): Promise<AnyRecord>
  /** Runs a write to a broadcast in a transaction, which may be retried. */
  write<T>(broadcastId: string, work: (tx: Tx) => Promise<T>): Promise<T>
}

export interface KeepParts {
  db: Db
  clock: Clock
  files: FileStore
  incoming: Incoming
  records: MediaRecords
  gate: Gate
  baseUrl: string
  quotaBytes: number
  onError(error: unknown): void
}

export function createKeeping(parts: KeepParts) {
  /** Checks the quota, and inserts the rows of the files before their bytes are stored. */
  const reserve = (broadcastId: string, wanted: NewMedia[]): Promise<(Place & FileFacts)[]> =>
    parts.db.transaction(async (tx) => {
      const nowMs = parts.clock.now()
      await lockBroadcast(tx, broadcastId)
      const used = await readMediaBytes(tx, broadcastId, new Date(nowMs - arrivingMs))
      if (used + bytesOf(wanted) > parts.quotaBytes)
        throw new AppError(
          'quota_exceeded',
          `The media of a broadcast can have at most ${parts.quotaBytes} bytes, those in its trash included.`,
        )
      const arriving = wanted.map(({ facts }) => ({
        broadcastId,
        location: `${facts.hash.slice(0, 16)}-${randomBytes(8).toString('hex')}`,
        ...facts,
      }))
      await insertArriving(tx, arriving, new Date(nowMs))
      return arriving
    })

  /** Removes files that got no record: refused, or duplicates of stored ones. */
  const removeUnkept = async (broadcastId: string, places: Place[]) => {
    const locations = places.map(({ location }) => location)
    const gone = await parts.db.transaction((tx) => giveUpArriving(tx, broadcastId, locations))
    for (const place of gone) await parts.files.removeFolder(folderOf(place))
    if (gone.length > 0) await parts.db.transaction((tx) => forgetFiles(tx, gone))
  }

  /** Links a file to its media, and returns the fields of the record. */
  const link = async (tx: Tx, { file: { hash }, facts, fileName }: NewMedia, place: Place, mediaId: string) => {
    const location = await keepFile(tx, { ...place, hash })
    // The hash of the public copy: with that of the original, metadata such as positions could be guessed by trial.
    const name = addressName(fileName, { hash: facts.strippedHash, mimeType: facts.mimeType })
    await linkFile(tx, { broadcastId: place.broadcastId, location, mediaId, name, fileName })
    const { mimeType, strippedSize: size, width, height, color } = facts
    return { mediaUrl: addressOf(parts.baseUrl, mediaId, name), mimeType, size, width, height, color, external: false }
  }

  const createAll = async (tx: Tx, owner: Owner, actor: Actor, wanted: NewMedia[], places: Place[]) => {
    const drafts = []
    for (const [index, one] of wanted.entries()) {
      const id = one.copied?.id ?? newObjectId(parts.clock.now())
      const { size, ...service } = await link(tx, one, placeAt(places, index), id)
      const body = { ...one.said, ...service, ...(one.copied && { color: one.said.color }) }
      drafts.push({ id, body, service: { ...one.copied?.service, size, external: false } })
    }
    return parts.records.create(tx, owner, actor, drafts)
  }

  /** Replaces the file of an existing media; crop and focal point are reset when the content differs. */
  const replace = async (tx: Tx, owner: Owner, actor: Actor, one: NewMedia, place: Place, before: AnyRecord) => {
    const service = await link(tx, one, place, before._id)
    const isOther = service.mediaUrl !== before.mediaUrl
    return parts.records.update(tx, owner, actor, before._id, one.said, {
      ...service,
      ...(isOther && { crop: null, focalPoint: null }),
    })
  }

  /** Stores files and creates their records. Files without a record are removed, also after an error. */
  const store = async <T>(
    broadcastId: string,
    wanted: NewMedia[],
    commit: (places: Place[]) => Promise<T>,
  ): Promise<T> => {
    const places = await reserve(broadcastId, wanted)
    try {
      for (const [index, { file, stripped, facts }] of wanted.entries()) {
        const place = placeAt(places, index)
        await parts.files.put(originalOf(place), { path: file.path, size: file.size }, facts.mimeType)
        if (stripped)
          await parts.files.put(strippedOf(place), { path: stripped.path, size: stripped.size }, facts.mimeType)
      }
      return await commit(places)
    } finally {
      await removeUnkept(broadcastId, places).catch(parts.onError)
    }
  }

  const keep: KeepMedia = async ({ broadcastId, userId, actor }, { bytes, name, alt, reference, metadata }) => {
    const fileName = requireFileName(name, '/name')
    const owner = { broadcastId, userId: userId ?? (await findOwner(parts.db, broadcastId)) ?? '' }
    const received = await parts.incoming.receive(bytes instanceof Uint8Array ? once(bytes) : bytes)
    let inspected: Inspected | undefined
    try {
      inspected = await inspect(received, '/bytes', parts)
      const said = {
        ...(alt !== undefined && { alt }),
        ...(metadata && { metadata }),
        ...(reference !== undefined && { _reference: reference }),
      }
      const wanted = { ...inspected, fileName, said }
      const save = (places: Place[]) =>
        parts.records.write(broadcastId, async (tx) => {
          const known =
            reference === undefined ? undefined : await lockRecord(tx, broadcastId, kinds.media, { reference })
          if (known) return replace(tx, owner, actor, wanted, placeAt(places, 0), JSON.parse(known.body))
          const [record] = await createAll(tx, owner, actor, [wanted], places)
          if (!record) throw new Error('nothing was created')
          return record
        })
      return await store(broadcastId, [wanted], (places) =>
        // Another request may have taken the reference between the read and the write.
        save(places).catch((error: unknown) => {
          if (error instanceof AppError && error.code === 'reference_taken') return save(places)
          throw error
        }),
      )
    } finally {
      await received.discard()
      await inspected?.stripped?.discard()
    }
  }

  return {
    keep,
    /** Stores files, and passes `commit` a function that creates all their records in the caller's transaction. */
    keepAll: <T>(owner: Owner, actor: Actor, wanted: NewMedia[], commit: (attach: Attach) => Promise<T>): Promise<T> =>
      store(owner.broadcastId, wanted, (places) => commit((tx) => createAll(tx, owner, actor, wanted, places))),
  }
}

/** The maximum duration of an upload; older ones are abandoned. */
export const arrivingMs = 3_600_000

/** The size of files: each content once, including its copy without metadata. */
const bytesOf = (wanted: NewMedia[]) =>
  [...new Map(wanted.map((one) => [one.facts.hash, one])).values()].reduce(
    (sum, { file, stripped }) => sum + file.size + (stripped?.size ?? 0),
    0,
  )

function placeAt(places: Place[], index: number): Place {
  const place = places[index]
  if (!place) throw new Error('a file has no location')
  return place
}
