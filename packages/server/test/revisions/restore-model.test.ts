import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AnyRecord, editorialKinds, findReferences, Invalid, isRestorable, kindNamed, kinds } from '@marquee/model'
import fc from 'fast-check'
import { AppError } from '../../src/base/errors.ts'
import { createRecord } from '../../src/content/create-record.ts'
import { removeRecord } from '../../src/content/remove-record.ts'
import { restoreRevision } from '../../src/content/restore.ts'
import { updateRecord } from '../../src/content/update-record.ts'
import type { Writing } from '../../src/content/writing.ts'
import { runRetention } from '../../src/jobs/retention.ts'
import { sql } from '../../src/store/sql.ts'
import { startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let owner: TestTenant

before(async () => {
  service = await startService()
  owner = await service.newTenant()
})
after(() => service.stop())

type Here = Pick<TestTenant, 'userId' | 'broadcastId'>

/** Small numbers select a kind, an existing record, and words from a small set, so that collisions occur. */
type Step =
  | { step: 'create'; kind: number; words: number[] }
  | { step: 'update'; at: number; words: number[] }
  | { step: 'remove'; at: number; words: number[] }
  | { step: 'freeze' }
  | { step: 'forget' }
  | { step: 'restore'; which: number }

const words = fc.array(fc.nat(11), { minLength: 6, maxLength: 6 })
const create = fc.record({ step: fc.constant('create' as const), kind: fc.nat(20), words })
const happening = fc.oneof(
  { weight: 3, arbitrary: create },
  { weight: 8, arbitrary: fc.record({ step: fc.constant('update' as const), at: fc.nat(50), words }) },
  { weight: 5, arbitrary: fc.record({ step: fc.constant('remove' as const), at: fc.nat(50), words }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('freeze' as const) }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('forget' as const) }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('restore' as const), which: fc.nat(5) }) },
)
/** Steps before a revision, and steps after it. */
const steps: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.array(create, { minLength: 18, maxLength: 24 }),
    fc.array(happening, { minLength: 12, maxLength: 30, size: 'max' }),
  )
  .map(([creates, happenings]) => [...creates, { step: 'freeze' }, ...happenings])

test('a restore brings back the editorial content of the revision, whatever happened since', async () => {
  await fc.assert(fc.asyncProperty(steps, play), { numRuns: 12, interruptAfterTimeLimit: 20_000 })
})

async function play(all: Step[]): Promise<void> {
  const here = await newBroadcast()
  const frozen: { id: string; state: Map<string, string> }[] = []
  const write = <T>(work: (writing: Writing) => Promise<T>) =>
    service.platform.content.write(here, { type: 'command' }, work)
  for (const one of [...all, { step: 'restore' as const, which: 0 }]) {
    const there = await records(here)
    if (one.step === 'create') {
      const kind = madeKinds[one.kind % madeKinds.length] ?? kinds.font
      await tolerating(() => write((writing) => createRecord(writing, kind, bodyOf(kind.name, one.words, there, here))))
    } else if (one.step === 'update' || one.step === 'remove') {
      const chosen = there[one.at % there.length]
      if (!chosen) continue
      const kind = kindNamed(chosen.kind)
      const { key: _, ...body } = bodyOf(kind.name, one.words, there, here)
      if (one.step === 'update')
        await tolerating(() => write((writing) => updateRecord(writing, kind, { id: chosen.record._id }, body)))
      else if (kind !== kinds.broadcast)
        await tolerating(() => write((writing) => removeRecord(writing, kind, chosen.record._id, { force: true })))
    } else if (one.step === 'freeze') {
      const state = comparable(await records(here))
      const { _id } = await write((writing) => createRecord(writing, kinds.revision, { tos: { accepted: true } }))
      frozen.push({ id: _id, state })
    } else if (one.step === 'forget') {
      service.clock.advance(200 * 86_400_000)
      await runRetention({ db: service.platform.db, clock: service.clock, kept: service.config })
    } else {
      const chosen = frozen[one.which % frozen.length]
      if (!chosen) continue
      await write((writing) => restoreRevision(writing, chosen.id))
      const now = await records(here)
      assert.deepEqual(comparable(now), chosen.state)
      assertWhole(now)
    }
  }
  await assertLogged(here)
}

/** Creating an account is slow, so one account owns all broadcasts. */
async function newBroadcast(): Promise<Here> {
  const { db, content } = service.platform
  const { _id } = await db.transaction((tx) =>
    content.createBroadcast(tx, { id: owner.userId, email: owner.email }, { name: 'Test' }, { type: 'command' }),
  )
  return { userId: owner.userId, broadcastId: _id }
}

const madeKinds = editorialKinds.filter((kind) => kind !== kinds.broadcast)

/** A body with few different values, and references to existing records, including cycles. */
function bodyOf(kind: string, words: number[], there: Found[], { broadcastId }: Here): Record<string, unknown> {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = words
  const idOf = (name: string, choice: number) => {
    const ids = there.filter((one) => one.kind === name).map(({ record }) => record._id)
    return ids.length === 0 || choice % 4 === 3 ? null : ids[choice % ids.length]
  }
  const idsOf = (name: string, choice: number) => [idOf(name, choice), idOf(name, choice + 1)].filter(Boolean)
  const title = ['One', 'Two', 'Über/~', null][a % 4]
  const named = { title, status: ['draft', 'published'][b % 2] }
  const reference = { _reference: ['r', 'R', 's', null][f % 4], metadata: { word: a, gone: b % 2 ? null : 1 } }
  const media = { media: c % 2 ? { mediaId: idOf('media', c) } : null }
  const bodies: Record<string, Record<string, unknown>> = {
    broadcast: {
      name: `Name ${a}`,
      description: c % 2 ? `${d}` : null,
      menu: { sections: [{ tiles: [{ navigator: { broadcastPageId: idOf('broadcastPage', d) } }] }] },
      _reference: null,
    },
    broadcastCategory: { ...named, parentId: idOf('broadcastCategory', c), ...(d % 2 && { key: `key ${d}` }) },
    broadcastHost: { ...named, ...media, categoryIds: idsOf('broadcastCategory', d) },
    broadcastMap: { ...named, ...media },
    broadcastInterestPoint: {
      ...named,
      mapId: idOf('broadcastMap', c),
      navigator: { broadcastInterestPointId: idOf('broadcastInterestPoint', d) },
    },
    broadcastSession: {
      ...named,
      ...media,
      hostIds: idsOf('broadcastHost', d),
      interestPointId: idOf('broadcastInterestPoint', e),
      localeDetails: { fr: { title: `fr ${e}` } },
    },
    broadcastArticle: { ...named, content: `words ${c}`, publishedAt: e % 2 ? '2199-01-01T00:00:00Z' : null },
    broadcastDiffuser: { slug: d % 4 === 3 ? null : `slug-${d % 3}-${broadcastId}x` },
    broadcastPage: named,
    broadcastNetworkingForm: { title, fields: [{ key: `q${c}`, label: 'Q', type: 'text' }] },
    font: { fontFamily: `Font ${a}` },
    media: { mediaUrl: `https://example.org/${a}` },
    workflow: { name: `Flow ${a}`, trigger: { type: 'interval', everySeconds: 60 + b } },
  }
  return { ...reference, ...bodies[kind] }
}

/** Ignores refusals that the test's model does not predict, such as a taken key. */
async function tolerating(work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => {
    const isRefusal = error instanceof Invalid || (error instanceof AppError && error.status === 409)
    if (!isRefusal) throw error
  })
}

interface Found {
  kind: string
  record: AnyRecord
}

async function records({ broadcastId }: Here): Promise<Found[]> {
  const rows = await service.platform.db.query<{ kind: string; body: string }>(sql`
    select kind, body from records where broadcast_id = ${broadcastId}
      and kind = any (${editorialKinds.map(({ name }) => name)}::text[]) order by kind, id`)
  return rows.map(({ kind, body }) => ({ kind, record: JSON.parse(body) }))
}

/** The JSON of each record, without `_updatedAt` and the fields that a restore leaves unchanged. */
function comparable(all: Found[]): Map<string, string> {
  return new Map(
    all.map(({ kind, record }) => {
      const { fields } = kindNamed(kind)
      const kept = Object.entries(record).filter(([name]) => {
        const field = Reflect.get(fields, name)
        return name !== '_updatedAt' && name !== 'revisionId' && (isRestorable(field) || field.readOnly)
      })
      return [`${kind}/${record._id}`, JSON.stringify(Object.fromEntries(kept))]
    }),
  )
}

function assertWhole(all: Found[]): void {
  const there = new Set(all.map(({ kind, record }) => `${kind}/${record._id}`))
  for (const { kind, record } of all)
    for (const { kind: target, id } of findReferences(kindNamed(kind), record)) assert(there.has(`${target}/${id}`))
}

/** Asserts that replaying the log yields the current records. */
async function assertLogged(here: Here): Promise<void> {
  const rows = await service.platform.db.query<{ kind: string; id: string; operation: string; body: string }>(sql`
    select distinct on (kind, record_id) kind, record_id as id, operation, body from changes
    where broadcast_id = ${here.broadcastId} and kind = any (${editorialKinds.map(({ name }) => name)}::text[])
    order by kind, record_id, sequence desc`)
  const logged = rows.filter(({ operation }) => operation !== 'delete').map(({ body }) => JSON.parse(body))
  assert.deepEqual(
    logged,
    (await records(here)).map(({ record }) => record),
  )
}
