import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startService, type TestService, type TestTenant } from '../support/service.ts'
import { openSmtpReceiver, type SmtpReceiver } from '../support/smtp-receiver.ts'
import { fixed, newWorkflow, resultOf, runNodes, worked } from '../support/workflows.ts'

let service: TestService
let tenant: TestTenant
let smtp: SmtpReceiver

before(async () => {
  smtp = await openSmtpReceiver()
  service = await startService({
    MARQUEE_SMTP_URL: smtp.url,
    MARQUEE_MAIL_FROM: 'Festival <post@festival.example>',
    MARQUEE_QUOTA_MAILS: '120',
  })
  tenant = await service.newTenant()
})
after(async () => {
  await service.stop()
  await smtp.close()
})

const mail = (config: object, more: object = {}) => ({
  id: 'send',
  type: 'mail',
  config: { to: fixed('ada@festival.example'), subject: fixed('Hello'), text: fixed('A text'), ...config },
  ...more,
})
const sending = async (config: object, input: object = {}, more: object = {}) =>
  resultOf(await runNodes(tenant, [mail(config, more)], input), 'send')

test('a mail goes to every address, with subject and text of expressions', async () => {
  const result = await sending(
    {
      to: worked('input.team'),
      subject: worked("'Cancelled: ' + input.title"),
      text: worked("input.title + ' is cancelled.'"),
      replyTo: fixed('desk@festival.example'),
    },
    { team: ['ada@festival.example', ' bo@festival.example ', 'ada@festival.example'], title: 'Lune rousse été' },
  )
  assert.equal(result.status, 'succeeded', JSON.stringify(result.error))
  const { from, to, headers, text } = await smtp.next()
  assert.equal(from, 'post@festival.example')
  assert.deepEqual(to, ['ada@festival.example', 'bo@festival.example'])
  assert.equal(headers.get('reply-to'), 'desk@festival.example')
  assert.equal(headers.get('auto-submitted'), 'auto-generated')
  assert.equal(headers.get('message-id'), `<${result.executionId}@festival.example>`)
  assert.match(headers.get('subject') ?? '', /Cancelled/)
  assert.match(text, /Lune rousse été is cancelled\./)
  assert.deepEqual(result.output, { to, subject: 'Cancelled: Lune rousse été', refused: [] })
})

test('markdown is also sent as HTML without anything that runs', async () => {
  await sending({ text: fixed('**Doors** at 14:00 <script>alert(1)</script>'), format: fixed('markdown') })
  const { headers, text } = await smtp.next()
  assert.match(headers.get('content-type') ?? '', /multipart\/alternative/)
  assert.match(text, /<strong>Doors<\/strong>/)
  const [, html = ''] = text.split('text/html')
  assert.doesNotMatch(html, /<script/)
})

test('a mail that the server refuses for a moment is sent again with the same id', async () => {
  smtp.refuse(1)
  const result = await sending({}, {}, { retries: 2, retryDelayMs: 10 })
  assert.deepEqual([result.status, result.attempts], ['succeeded', 2])
  assert.equal((await smtp.next()).headers.get('message-id'), `<${result.executionId}@festival.example>`)
  smtp.refuse(1)
  const failed = await sending({})
  assert.deepEqual([failed.status, failed.error.code], ['failed', 'mail_failed'])
  assert.match(failed.error.message, /451 busy/)
  const some = await sending({ to: fixed('nobody@festival.example, ada@festival.example') })
  assert.deepEqual([some.status, some.output.refused], ['succeeded', ['nobody@festival.example']])
  await smtp.next()
})

test('addresses and subjects cannot add headers or recipients, and wrong ones send nothing', async () => {
  const before = smtp.count()
  const wrong = [
    { subject: worked("'Hello\\r\\nBcc: eve@elsewhere.example'") },
    { subject: worked("'x'.repeat(201)") },
    { subject: worked('null') },
    { to: worked("'ada@festival.example>\\r\\nRCPT TO:<eve@elsewhere.example'") },
    { to: worked("['Ada <ada@festival.example>']") },
    { to: worked('[\'"a,b"@festival.example\']') },
    { to: worked('[]') },
    { to: worked('[7]') },
    { to: worked("Array.from({ length: 51 }, (_, at) => 'a' + at + '@festival.example')") },
    { replyTo: worked("'ada@festival.example\\nBcc: eve@elsewhere.example'") },
    { text: worked("''") },
    { text: worked("'x'.repeat(100001)") },
  ]
  for (const config of wrong) {
    const { status, error } = await sending(config)
    assert.deepEqual([status, error?.code], ['failed', 'invalid_config'], JSON.stringify(config))
  }
  assert.equal(smtp.count(), before)
})

test('an account has a limit of recipients for each day', async () => {
  const other = await service.newTenant()
  const many = (count: number) =>
    mail({ to: worked(`Array.from({ length: ${count} }, (_, at) => 'a' + at + '@festival.example')`) })
  const sent = async (count: number) => resultOf(await runNodes(other, [many(count)]), 'send')
  assert.equal((await sent(50)).status, 'succeeded')
  assert.equal((await sent(50)).status, 'succeeded')
  const refused = await sent(21)
  assert.deepEqual([refused.status, refused.error.code], ['failed', 'mail_limit'])
  service.clock.advance(24 * 3_600_000)
  assert.equal((await sent(21)).status, 'succeeded')
})

test('an incomplete mail is an error, and without a mail server it is a warning that fails when it runs', async () => {
  const workflow = await newWorkflow(tenant, [{ id: 'send', type: 'mail', config: { format: fixed('html') } }])
  const { body } = await tenant.api('POST', `${workflow}/check`)
  assert.deepEqual(
    body.errors.map(({ pointer }: { pointer: string }) => pointer.replace('/nodes/0/config/', '')),
    ['to', 'subject', 'text', 'format/value'],
  )
  const without = await startService()
  try {
    const poor = await without.newTenant()
    const saved = await newWorkflow(poor, [mail({})], { status: 'enabled' })
    const checked = await poor.api('POST', `${saved}/check`)
    assert.deepEqual([checked.body.errors, checked.body.warnings[0].code], [[], 'no_mail'])
    assert.equal((await poor.api('GET', saved)).body.warnings[0].pointer, '/nodes/0')
    const run = await poor.api('POST', `${saved}/runs?wait=true`, {})
    assert.deepEqual([run.body.status, run.body.error.code], ['failed', 'no_mail'])
    assert.match(run.body.error.message, /MARQUEE_SMTP_URL/)
  } finally {
    await without.stop()
  }
})
