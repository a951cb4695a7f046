import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { type MailService, startMailService } from '../support/mail-service.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'

const who = { name: 'Noor', email: 'noor@mail.example', password: 'a long sentence' }
let studio: TestStudio
let mail: MailService

suite('signing up where mail is set up, in a browser', () => {
  before(async () => {
    studio = await startStudio()
    mail = await startMailService()
  })
  after(async () => {
    await mail?.stop()
    await studio?.stop()
  })

  test('a person confirms the account by link and password, and reaches the page they asked for', async () => {
    const page = await studio.newWindow()
    await page.goto(`${mail.service.url}/studio/account`)
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('Your name').fill(who.name)
    await page.getByLabel('E-mail').fill(who.email)
    await page.getByLabel(/^Password/).fill(who.password)
    await page.getByRole('button', { name: 'Create an account' }).click()
    await page.getByText(`We sent a mail to ${who.email}`).waitFor()
    await studio.inspect(page, 'sign-up-mailed')

    const [link = ''] = /http:\S+confirm-sign-up\S+/.exec((await mail.receiver.next()).text) ?? []
    await page.goto(link)
    await page.getByLabel(/^Password/).fill('another sentence')
    await page.getByRole('button', { name: 'Confirm and sign in' }).click()
    await page.getByText('is not the one that was chosen').waitFor()
    await studio.inspect(page, 'confirm-sign-up')
    await page.getByLabel(/^Password/).fill(who.password)
    await page.getByRole('button', { name: 'Confirm and sign in' }).click()
    await page.waitForURL(`${mail.service.url}/studio/account`)
    await page.getByText(who.email).first().waitFor()
  })

  test('a person with an account sees the same page, and only the mail says so', async () => {
    const page = await studio.newWindow()
    await page.goto(`${mail.service.url}/studio/sign-up`)
    await page.getByLabel('Your name').fill(who.name)
    await page.getByLabel('E-mail').fill(who.email)
    await page.getByLabel(/^Password/).fill('a forgotten sentence')
    await page.getByRole('button', { name: 'Create an account' }).click()
    await page.getByText(`We sent a mail to ${who.email}`).waitFor()
    assert.match((await mail.receiver.next()).text, /which has one already/)
  })

  test('no page error or policy violation was reported', () => {
    assert.deepEqual(studio.complaints, [])
  })
})
