import assert from 'node:assert/strict'
import { suite } from 'node:test'
import type { Page } from 'playwright-core'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import type { TestTenant } from '../../../server/test/support/service.ts'
import { type MailService, startMailService } from '../support/mail-service.ts'
import { startStudio, type TestStudio } from '../support/studio.ts'

const password = 'a long sentence'
let studio: TestStudio
let page: Page
let tenant: TestTenant
let home: string

suite('invitations, in a browser', () => {
  before(async () => {
    studio = await startStudio()
    tenant = await studio.service.newTenant({ name: 'Nuits du Port' })
    home = `${studio.service.url}/studio/b/${tenant.broadcastId}`
    page = await studio.signIn(tenant)
  })
  after(() => studio?.stop())

  /** Invites people in the dialog, and returns the links it shows. */
  async function invite(emails: string[], role: string): Promise<string[]> {
    await page.goto(home)
    await page.getByRole('link', { name: 'Members' }).first().click()
    await page.getByRole('button', { name: 'Invite somebody' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Invite somebody' })
    await dialog.getByLabel('E-mail addresses').fill(emails.join(', '))
    await dialog.getByRole('radio', { name: role }).check()
    await dialog.locator('label', { hasText: 'Make a link' }).click()
    await dialog.getByRole('button', { name: 'Make the link' }).click()
    await dialog.getByText('Pass this link on yourself').first().waitFor()
    const links = await Promise.all(emails.map((email) => dialog.getByLabel(`Link for ${email}`).inputValue()))
    await dialog.getByRole('button', { name: 'Done' }).click()
    await dialog.waitFor({ state: 'hidden' })
    return links
  }

  test('a person is invited in one step, signs up with the address filled in, and lands in the broadcast', async () => {
    await page.goto(`${home}/members/new`)
    const dialog = page.getByRole('dialog', { name: 'Invite somebody' })
    await dialog.getByText('Sees everything and changes nothing.').waitFor()
    await dialog.getByLabel('E-mail addresses').fill('no address')
    await dialog.getByRole('button', { name: 'Send the invitation' }).click()
    await dialog.getByText('This is not an e-mail address: no, address').waitFor()
    await studio.inspect(page, 'invite')
    await page.keyboard.press('Escape')
    const [link = '', second = ''] = await invite(['iris@team.example', 'noor@team.example'], 'Viewer')
    await page.getByRole('link', { name: 'noor@team.example' }).waitFor()

    const guest = await studio.newWindow()
    await guest.goto(link)
    await guest.getByText('Nuits du Port').waitFor()
    await guest.getByText('Sees everything and changes nothing.').waitFor()
    assert.equal(await guest.getByLabel('E-mail').inputValue(), 'iris@team.example')
    await studio.inspect(guest, 'invitation')
    await guest.getByLabel('Your name').fill('Iris')
    await guest.getByLabel(/^Password/).fill(password)
    await guest.getByRole('button', { name: 'Create an account' }).click()
    await guest.waitForURL(new RegExp(`/studio/b/${tenant.broadcastId}`))
    await guest.getByRole('heading', { name: 'Nuits du Port' }).waitFor()

    await guest.goto(link)
    await guest.getByText('It was accepted already.').waitFor()
    await guest.goto(second)
    await guest.getByText('This invitation is for noor@team.example. You are signed in as iris@team.example.').waitFor()
    await studio.inspect(guest, 'invitation-other')
    await guest.getByRole('button', { name: 'Accept with this account' }).click()
    await guest.getByText('You are a member of this broadcast already.').waitFor()
    await guest.getByRole('link', { name: 'To your broadcasts' }).click()
    await guest.getByText('Nuits du Port').waitFor()
  })

  test('an invitation is sent again, withdrawn and expires, and the link says so', async () => {
    const [link = ''] = await invite(['otto@team.example'], 'Editor')
    await page.getByRole('link', { name: 'otto@team.example' }).click()
    const drawer = page.getByRole('dialog', { name: 'otto@team.example' })
    await drawer.getByRole('button', { name: 'Send again' }).click()
    await drawer.getByText('No mail was sent, because this service has no mail server').waitFor()
    assert.match(await drawer.getByLabel('Link for otto@team.example').inputValue(), /\/studio\/invitation\?token=/)
    await studio.inspect(page, 'member-invited')
    await drawer.getByRole('button', { name: 'Withdraw' }).click()
    const question = page.getByRole('dialog', { name: 'Withdraw the invitation of otto@team.example?' })
    await question.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByText('The invitation of otto@team.example is withdrawn.').waitFor()
    await page.getByRole('link', { name: 'otto@team.example' }).waitFor({ state: 'hidden' })

    const guest = await studio.newWindow({ isPhone: true })
    await guest.goto(link)
    await guest.getByText('It was withdrawn.').waitFor()
    await guest.goto(`${link}x`)
    await guest.getByText('The link is not complete.').waitFor()
    await studio.inspect(guest, 'invitation-closed')
  })

  test('no page error, policy violation or axe finding was reported', () => {
    assert.deepEqual(studio.complaints, [])
  })
})

suite('invitations by mail, in a browser', () => {
  let mail: MailService
  before(async () => {
    studio = await startStudio()
    mail = await startMailService()
  })
  after(async () => {
    await mail?.stop()
    await studio?.stop()
  })

  test('an invited person signs up by mail and joins with the account that was confirmed', async () => {
    const place = await mail.service.newTenant({ name: 'Nuits du Port' })
    const owner = await studio.newWindow()
    await owner.goto(`${mail.service.url}/studio/b/${place.broadcastId}/members/new`)
    await owner.getByLabel('E-mail').fill(place.email)
    await owner.getByRole('textbox', { name: 'Password' }).fill(place.password)
    await owner.getByRole('button', { name: 'Sign in' }).click()
    const dialog = owner.getByRole('dialog', { name: 'Invite somebody' })
    await dialog.getByLabel('E-mail addresses').fill('iris@mail.example')
    await dialog.getByRole('button', { name: 'Send the invitation' }).click()
    await dialog.getByText('The invitation was sent by e-mail.').waitFor()

    const [link = ''] = /http:\S+\/studio\/invitation\S+/.exec((await mail.receiver.next()).text) ?? []
    const guest = await studio.newWindow()
    await guest.goto(link)
    await guest.getByLabel('Your name').fill('Iris')
    await guest.getByLabel(/^Password/).fill(password)
    await guest.getByRole('button', { name: 'Create an account' }).click()
    await guest.getByText('We sent a mail to iris@mail.example').waitFor()
    const [confirmation = ''] = /http:\S+confirm-sign-up\S+/.exec((await mail.receiver.next()).text) ?? []
    await guest.goto(confirmation)
    await guest.getByLabel(/^Password/).fill(password)
    await guest.getByRole('button', { name: 'Confirm and sign in' }).click()
    await guest.getByRole('button', { name: 'Accept the invitation' }).click()
    await guest.waitForURL(new RegExp(`/studio/b/${place.broadcastId}`))
    assert.deepEqual(studio.complaints, [])
  })
})
