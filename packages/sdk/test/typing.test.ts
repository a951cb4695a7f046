import { test } from 'node:test'
import type { BroadcastSession, Change, Marquee } from '../src/index.ts'

/** Never run: the test is that it compiles, except for the marked lines. */
export async function typing(marquee: Marquee): Promise<void> {
  const broadcast = marquee.broadcast('u', 'b')
  const whole: BroadcastSession = await broadcast.sessions.get('id')
  const picked = await broadcast.kind('broadcastSession').get('id', { fields: ['title', 'time'], expand: ['hostIds'] })
  const title: string | null = picked.title
  const hosts = picked._expanded?.hostIds
  // @ts-expect-error a field that was not requested
  picked.description
  await broadcast.sessions.create({ title: 'Opening', status: 'draft' })
  // @ts-expect-error unknown status
  await broadcast.sessions.create({ title: 'Opening', status: 'cancelled' })
  // @ts-expect-error read-only field
  await broadcast.sessions.create({ _createdAt: '2027-01-01T00:00:00Z' })
  // @ts-expect-error not a sortable field
  await broadcast.sessions.list({ sort: { description: 'asc' } })
  await broadcast.sessions.list({
    filters: [{ 'time.start': { $gte: '2027-07-01T00:00:00Z' } }, { 'metadata.crew': 'a' }],
  })
  // @ts-expect-error not a filterable field
  await broadcast.sessions.list({ filters: [{ nonsense: 1 }] })
  // @ts-expect-error runs cannot be updated
  await broadcast.runs.update('id', {})
  const { would_status: wouldStatus } = await broadcast.hosts.create({ title: 'A' }, { dryRun: true })
  for await (const change of broadcast.changes()) show(change)
  await marquee.events.create({ title: 'A', start_time: '', end_time: '' })
  // @ts-expect-error missing required field
  await marquee.events.create({ title: 'A' })
  console.log(whole, title, hosts, wouldStatus)
}

/** The kind of a change discriminates the type of its record. */
function show(change: Change): string | null | undefined {
  return change.kind === 'broadcastSession' ? change.record?.time.start : undefined
}

test('types accept valid calls and reject invalid ones', () => {})
