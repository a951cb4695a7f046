import { test } from 'node:test'
import type { BroadcastSession, Change, Marquee } from '../src/index.ts'

/** Never run: that it compiles, and that what is marked does not, is the test. */
export async function typing(marquee: Marquee): Promise<void> {
  const broadcast = marquee.broadcast('u', 'b')
  const whole: BroadcastSession = await broadcast.sessions.get('id')
  const picked = await broadcast.kind('broadcastSession').get('id', { fields: ['title', 'time'], expand: ['hostIds'] })
  const title: string | null = picked.title
  const hosts = picked._expanded?.hostIds
  // @ts-expect-error a field that was not asked for
  picked.description
  await broadcast.sessions.create({ title: 'Opening', status: 'draft' })
  // @ts-expect-error no such status
  await broadcast.sessions.create({ title: 'Opening', status: 'cancelled' })
  // @ts-expect-error set by the service
  await broadcast.sessions.create({ _createdAt: '2027-01-01T00:00:00Z' })
  // @ts-expect-error no such field to sort by
  await broadcast.sessions.list({ sort: { description: 'asc' } })
  await broadcast.sessions.list({
    filters: [{ 'time.start': { $gte: '2027-07-01T00:00:00Z' } }, { 'metadata.crew': 'a' }],
  })
  // @ts-expect-error no such field to filter by
  await broadcast.sessions.list({ filters: [{ nonsense: 1 }] })
  // @ts-expect-error runs are never changed by hand
  await broadcast.runs.update('id', {})
  const { would_status: wouldStatus } = await broadcast.hosts.create({ title: 'A' }, { dryRun: true })
  for await (const change of broadcast.changes()) show(change)
  await marquee.events.create({ title: 'A', start_time: '', end_time: '' })
  // @ts-expect-error required
  await marquee.events.create({ title: 'A' })
  console.log(whole, title, hosts, wouldStatus)
}

/** A change knows its record by its kind. */
function show(change: Change): string | null | undefined {
  return change.kind === 'broadcastSession' ? change.record?.time.start : undefined
}

test('types hold what is promised', () => {})
