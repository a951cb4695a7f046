import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migratedInstallation } from '../support/process.ts'
import { openSmtpReceiver } from '../support/smtp-receiver.ts'
import { until } from '../support/until.ts'
import { demoTenant, fixed, newWorkflow, runUntil, startRun } from '../support/workflows.ts'

test('a mail that was being sent during kill -9 is sent again with the same Message-ID', async (t) => {
  const smtp = await openSmtpReceiver()
  t.after(() => smtp.close())
  const installation = await migratedInstallation(t, {
    MARQUEE_SMTP_URL: smtp.url,
    MARQUEE_RATE_LIMIT: 'off',
    MARQUEE_LOG_LEVEL: 'warn',
  })
  let service = await installation.serve()
  const tenant = await demoTenant(installation)
  const config = { to: fixed('ada@festival.example'), subject: fixed('Hello'), text: fixed('A text') }
  const workflow = await newWorkflow(tenant, [{ id: 'send', type: 'mail', config }], { timeLimitSeconds: 300 })
  // The mail is taken, and the service never learns of it.
  smtp.hold()
  const run = await startRun(tenant, workflow)
  await until(async () => smtp.count() === 1, 'the first mail')
  await service.kill()
  smtp.release()
  service = await installation.serve()
  const ended = await runUntil(tenant, run, ({ finishedAt }) => finishedAt !== null)
  assert.equal(ended.status, 'succeeded', JSON.stringify(ended.error))
  const ids = [await smtp.next(), await smtp.next()].map(({ headers }) => headers.get('message-id'))
  assert.deepEqual(ids, Array(2).fill(`<${ended.nodeResults[0].executionId}@localhost>`))
  await service.stop()
})
