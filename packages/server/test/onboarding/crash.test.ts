import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migratedInstallation } from '../support/process.ts'
import { type Api, apiWith } from '../support/service.ts'
import { until } from '../support/until.ts'
import { localReceivers } from '../support/webhooks.ts'
import { festivalSite, startWebsite } from '../support/website.ts'

test('after kill -9 during its stages an onboarding resumes and creates nothing twice', async (t) => {
  const installation = await migratedInstallation(t, { ...localReceivers, MARQUEE_LOG_LEVEL: 'warn' })
  const whole = await festivalSite()
  const site = await startWebsite(whole)
  t.after(() => site.close())
  const hang = (path: string) => site.serve(path, () => {})
  const asked = (path: string) => site.asked.filter((one) => one === path).length

  // It hangs in the second stage, with the first one done.
  hang('/cover.jpg')
  let service = await installation.serve()
  const { userId, email, password } = await installation.ask(['demo'])
  const api = await signIn(installation.url, { email, password })
  const made = await api('POST', `/v1/users/${userId}/broadcasts`, { website: site.url })
  assert.equal(made.status, 201, made.text)
  const path = `/v1/users/${userId}/broadcasts/${made.body._id}`
  await until(async () => asked('/cover.jpg') > 0, 'the cover to be asked for', 30_000)
  assert.equal((await api('GET', path)).body.status, 'onboardingGeneratingAssets')
  await service.kill()

  site.serve('/cover.jpg', whole['/cover.jpg'] ?? '')
  service = await installation.serve()
  await until(async () => (await api('GET', `${path}/onboarding`)).body.status === 'idle', 'the end', 30_000)
  assert.equal(asked('/'), 1, 'what was read is not read again')
  const titles = async (plural: string) =>
    (await api('GET', `${path}/${plural}?limit=200`)).body.data.map(
      ({ _reference }: { _reference: string }) => _reference,
    )
  for (const plural of ['broadcastSessions', 'broadcastPages', 'broadcastArticles', 'medias', 'fonts']) {
    const references = await titles(plural)
    assert(references.length > 0, plural)
    assert.equal(new Set(references).size, references.length, plural)
  }
  await service.stop()
})

test('a stopping service does not wait for a slow calendar', async (t) => {
  const installation = await migratedInstallation(t, { ...localReceivers, MARQUEE_LOG_LEVEL: 'warn' })
  const event = (at: number) =>
    `BEGIN:VEVENT\r\nUID:${at}\r\nSUMMARY:x\r\nDTSTART:20310101T000000Z\r\nRRULE:FREQ=SECONDLY;BYMONTH=12;BYHOUR=23;BYMINUTE=59;BYSECOND=59\r\nEND:VEVENT\r\n`
  const endless = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${Array.from({ length: 500 }, (_, at) => event(at)).join('')}END:VCALENDAR`
  let isSent = false
  const site = await startWebsite({
    '/': '<title>Lac</title><main><a href="/one.ics">Agenda</a></main>',
    '/one.ics': (_request, response) => {
      response.on('finish', () => {
        isSent = true
      })
      response.writeHead(200, { 'content-type': 'text/calendar' }).end(endless)
    },
  })
  t.after(() => site.close())
  const service = await installation.serve()
  const { userId, email, password } = await installation.ask(['demo'])
  const api = await signIn(installation.url, { email, password })
  assert.equal((await api('POST', `/v1/users/${userId}/broadcasts`, { website: site.url })).status, 201)
  await until(async () => isSent, 'the calendar to be sent', 30_000)
  // When these were requested, the calendar has arrived, and is being read.
  for (let at = 0; at < 20; at++) await api('GET', `/v1/users/${userId}/broadcasts`)
  const askedAtMs = performance.now()
  const { code } = await service.stop()
  assert.equal(code, 0)
  assert(performance.now() - askedAtMs < 4_000, `it took ${Math.round(performance.now() - askedAtMs)} ms`)
})

async function signIn(url: string, person: { email: string; password: string }): Promise<Api> {
  const reply = await apiWith(url, { origin: url })('POST', '/v1/auth/sign-in/email', person)
  assert.equal(reply.status, 200, reply.text)
  const cookie = reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return apiWith(url, { cookie, origin: url })
}
