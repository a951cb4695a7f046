import { type AnyRecord, type Kind, kindNamed } from '@marquee/model'
import type { ImportChange } from '../store/imports/changes.ts'
import { deleteKey, saveIdentities, setGone } from '../store/imports/identities.ts'
import type { Applied } from './applied.ts'
import type { Done } from './done.ts'
import { type Fields, same } from './merge.ts'
import { addNote } from './notes.ts'
import type { Writing } from './write-rows.ts'

/** Takes a chunk of an import back, the last row first. Changes that people made since stay, and are listed. */
export async function undoRows(writing: Writing, changes: ImportChange[], before: Done): Promise<Done> {
  const done: Done = structuredClone(before)
  for (const change of changes) {
    if (change.applied === null) continue
    await undoRow(writing, kindNamed(change.kind), change, JSON.parse(change.applied), done)
  }
  return done
}

async function undoRow(
  writing: Writing,
  kind: Kind,
  change: ImportChange,
  applied: Applied,
  done: Done,
): Promise<void> {
  const { tx, broadcastId, sourceId, writes } = writing
  const { recordId } = change
  const key = { kind: change.kind, key: change.key }
  switch (applied.did) {
    case 'created':
      // The key keeps its record, so that importing the file again brings it back with its id.
      if (await removeUnchanged(writing, kind, change, applied.version, done))
        await setGone(tx, broadcastId, sourceId, [{ ...key, gone: 'deleted' }])
      return
    case 'restored':
      if (await removeUnchanged(writing, kind, change, applied.version, done))
        await saveIdentities(tx, broadcastId, sourceId, [{ ...key, ...applied.identity }])
      return
    case 'updated':
      if ((await putBack(writing, kind, applied, change, done)) > 0) done.changed++
      if (applied.identity) await saveIdentities(tx, broadcastId, sourceId, [{ ...key, ...applied.identity }])
      else await deleteKey(tx, broadcastId, sourceId, key)
      return
    case 'deleted':
      if (await writes.attempt(() => writes.restore(recordId))) done.created++
      break
    case 'unpublished': {
      const after = await writes.attempt(() =>
        writes.update(kind, recordId, async ({ status }) => (status === 'draft' ? { status: 'published' } : {})),
      )
      if (after) done.changed++
      break
    }
    case 'kept':
  }
  await setGone(tx, broadcastId, sourceId, [{ ...key, gone: null }])
}

/** Deletes a record that the import created, unless people changed it since. */
async function removeUnchanged(
  { writes }: Writing,
  kind: Kind,
  change: ImportChange,
  version: string | null,
  done: Done,
): Promise<boolean> {
  const current = await writes.attempt(() => writes.update(kind, change.recordId, {}))
  if (!current) return true
  if (current._updatedAt !== version) {
    listKept(done, change, 'the record, which people changed since')
    return false
  }
  await writes.remove(kind, change.recordId)
  done.removed++
  return true
}

/** Sets the fields back that still have the value of the import. */
async function putBack(
  { writes }: Writing,
  kind: Kind,
  { recordId, before, after }: { recordId: string; before: Fields; after: Fields },
  change: ImportChange,
  done: Done,
): Promise<number> {
  let patch: Fields = {}
  await writes.attempt(() =>
    writes.update(kind, recordId, async (current: AnyRecord) => {
      const names = Object.keys(before)
      const changed = names.filter((name) => !same(current[name], after[name]))
      if (changed.length > 0) listKept(done, change, `${changed.join(', ')}, which people changed since`)
      patch = Object.fromEntries(names.filter((name) => !changed.includes(name)).map((name) => [name, before[name]]))
      return patch
    }),
  )
  return Object.keys(patch).length
}

function listKept(done: Done, { title }: ImportChange, what: string): void {
  addNote(done.notes, { code: 'kept', message: `Undoing left “${title ?? ''}”: ${what}.` })
}
