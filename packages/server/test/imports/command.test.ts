import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { migratedInstallation } from '../support/process.ts'
import { guidOf, scheduleXml } from '../support/schedule.ts'

const evening = [
  { guid: guidOf(1), title: 'Opening night', start: '18:00', room: 'Harbour stage' },
  { guid: guidOf(2), title: 'Tides', start: '19:30', room: 'Harbour stage' },
]

test('marquee import previews and imports a file without a running service', async (t) => {
  const installation = await migratedInstallation(t)
  await installation.ask(['user', 'create', '--email', 'programme@festival.example'])
  const { broadcastId } = await installation.ask(['broadcast', 'create', '--name', 'Nuits du Port'])
  const file = join(tmpdir(), `schedule-${process.pid}.xml`)
  await writeFile(file, scheduleXml(evening))
  const to = ['--broadcast', broadcastId]
  const preview = await installation.ask(['import', file, ...to, '--dry-run'])
  assert.deepEqual([preview.created, preview.changed, preview.unchanged, preview.removed], [3, 0, 0, 0])
  assert.equal(preview.status, 'previewed')
  const first = await installation.ask(['import', file, ...to])
  assert.deepEqual([first.status, first.created, first.conflicts], ['applied', 3, 0])
  const again = await installation.ask(['import', file, ...to])
  assert.deepEqual([again.created, again.changed, again.unchanged, again.removed], [0, 0, 3, 0])
  const shown = await installation.run(['import', file, ...to, '--dry-run'])
  assert.match(shown.stdout, /unchanged +3/)
  await writeFile(file, '<schedule><day>')
  const damaged = await installation.run(['import', file, ...to])
  assert.equal(damaged.code, 1)
  assert.match(damaged.stderr, /line \d+/)
})
