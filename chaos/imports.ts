import { isDeepStrictEqual } from 'node:util'
import { atMost, type Figure, told } from '../bench/figure.ts'
import { scheduleOf } from '../bench/imports.ts'
import { type BenchBroadcast, newBroadcasts } from '../bench/service.ts'
import { insist, killOften, pause, until, withService } from './kills.ts'
import { type Change, readAll, readLog } from './log.ts'
import { createRandom, type Random } from './random.ts'
import type { ChaosOptions, ChaosSuite } from './suite.ts'

/** Kills the service repeatedly while a programme and its revisions are imported, then compares with imports without kills. */
export const importSuite: ChaosSuite = {
  about: '`kill -9` of the service while revisions of a programme are imported',
  run,
}

function run({ isQuick, random }: ChaosOptions): Promise<Figure[]> {
  const [kills, revisions, sessions] = isQuick ? [2, 2, 150] : [100, 12, 400]
  return withService(async (service) => {
    const [disturbed, calm] = await newBroadcasts(service, 'Imports', 2)
    if (!disturbed || !calm) throw new Error('two broadcasts are needed')
    let progress = 0
    const importing = importAll(disturbed, revisions, sessions, createRandom(random.below(2 ** 31)), (share) => {
      progress = share
    })
    await Promise.all([
      importing,
      killOften(service, random, {
        count: kills,
        progress: () => progress,
        // Long enough for some of the work between two kills, short enough for kills in the middle of it.
        onStarted: () => pause(random.below(400)),
      }),
    ])
    const outcome = await importing
    const expected = await importAll(calm, revisions, sessions, createRandom(0), () => {})
    const [log, calmLog] = [await readLog(disturbed), await readLog(calm)]
    const applied = log.filter(({ kind, record, fields }) => kind === 'import' && isApplied(record, fields))
    const [content, calmContent] = [await contentOf(disturbed), await contentOf(calm)]
    const differing = content.filter((text, index) => text !== calmContent[index]).length
    return [
      atMost(`imports that did not end exactly once, with ${kills} kills`, Math.abs(applied.length - revisions), 0, ''),
      atMost(
        'imports with other counts than without kills',
        outcome.filter((counts, index) => !isDeepStrictEqual(counts, expected[index])).length,
        0,
        '',
        `of ${revisions}`,
      ),
      atMost('records that differ from those without kills', differing, 0, '', `of ${calmContent.length}`),
      atMost('records more or fewer', Math.abs(content.length - calmContent.length), 0, ''),
      atMost('writes more or fewer', Math.abs(countWrites(log) - countWrites(calmLog)), 0, ''),
      told('writes of the imports', countWrites(log), ''),
    ]
  })
}

const isApplied = (record: Change['record'], fields: string[]) =>
  fields.includes('status') && record?.status === 'applied'

/** Imports one revision after the other, at once or after a preview, and returns their counts. */
async function importAll(
  broadcast: BenchBroadcast,
  revisions: number,
  sessions: number,
  random: Random,
  onProgress: (share: number) => void,
): Promise<object[]> {
  const imports = `${broadcast.path}/imports`
  const counts: object[] = []
  for (let revision = 1; revision <= revisions; revision++) {
    // Some sessions are gone in one revision and back in the next.
    const text = scheduleOf(sessions + (revision % 3) * 10, revision)
    const body = { text, name: 'schedule.xml', options: { confirmRemovals: true } }
    const isPreviewed = random.chance(0.5)
    const key = `revision-${revision}`
    const { _id } = await insist(broadcast, 'POST', `${imports}${isPreviewed ? '?dry_run=true' : ''}`, body, key)
    if (isPreviewed) await insist(broadcast, 'POST', `${imports}/${_id}/apply`, undefined, `apply-${revision}`)
    let shown = { status: 'applying', counts: {}, progress: { done: 0, total: 1 } }
    await until(
      async () => {
        shown = await insist(broadcast, 'GET', `${imports}/${_id}`)
        const { done, total } = shown.progress
        onProgress((revision - 1 + done / Math.max(1, total)) / revisions)
        return shown.status !== 'applying'
      },
      'the end of an import',
      300_000,
    )
    if (shown.status !== 'applied') throw new Error(`an import ended ${JSON.stringify(shown)}`)
    counts.push(shown.counts)
    onProgress(revision / revisions)
  }
  return counts
}

const plurals = ['broadcastSessions', 'broadcastHosts', 'broadcastInterestPoints', 'broadcastCategories']

/** All content as sorted texts, with names in place of ids and without times of writing. */
async function contentOf(broadcast: BenchBroadcast): Promise<string[]> {
  const lists = await Promise.all(plurals.map((plural) => readAll(broadcast, `${broadcast.path}/${plural}`)))
  const records = lists.flatMap(({ data }) => data)
  const names = new Map(records.map(({ _id, title }) => [_id, String(title)]))
  return records
    .map(({ _id, _createdAt, _updatedAt, ...rest }) =>
      JSON.stringify(rest).replaceAll(/\b[0-9a-f]{24}\b/g, (id) => names.get(id) ?? 'an id'),
    )
    .sort()
}

const countWrites = (log: Change[]) => log.filter(({ kind }) => written.includes(kind)).length
const written = ['broadcastSession', 'broadcastHost', 'broadcastInterestPoint', 'broadcastCategory']
