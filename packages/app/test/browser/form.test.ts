import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { after, before, test } from '../../../server/test/support/browser-test.ts'
import { startSite, type TestSite } from '../support/festival.ts'

let site: TestSite
let formId: string

const fields = [
  { key: 'text', type: 'text', label: 'Nom', required: true },
  { key: 'longText', type: 'longText', label: 'Histoire' },
  { key: 'email', type: 'email', label: 'Courriel', required: true },
  { key: 'phone', type: 'phone', label: 'Téléphone' },
  { key: 'number', type: 'number', label: 'Nombre' },
  { key: 'date', type: 'date', label: 'Jour' },
  { key: 'url', type: 'url', label: 'Site' },
  { key: 'choice', type: 'choice', label: 'Taille', options: ['Petite', 'Grande'] },
  { key: 'choices', type: 'choices', label: 'Équipes', options: ['Bars', 'Scènes', 'Rivage'] },
  { key: 'consent', type: 'consent', label: 'D’accord', required: true },
]

suite('forms, in a browser', () => {
  before(async () => {
    site = await startSite()
    const form = { title: 'Tout', status: 'published', fields }
    const reply = await site.tenant.api('POST', `${site.tenant.path}/broadcastNetworkingForms`, form)
    assert.equal(reply.status, 201, reply.text)
    formId = reply.body._id
  })
  after(() => site?.stop())

  test('without JavaScript a form says that it needs it', async () => {
    const page = await site.newWindow({ withoutScript: true })
    await page.goto(`${site.url}/forms/${formId}`)
    await page.getByText('Ce formulaire a besoin de JavaScript').waitFor()
    assert(await page.getByRole('button', { name: 'Envoyer' }).isDisabled())
  })

  test('a form of every type of field is corrected, kept while offline, and sent once', async () => {
    const page = await site.newWindow({ isPhone: true })
    await page.goto(`${site.url}/forms/${formId}`)
    const send = page.getByRole('button', { name: 'Envoyer' })
    await page.getByLabel('Courriel').fill('personne')
    await page.getByLabel('Nombre').fill('beaucoup')
    await send.click()
    await page.getByText('4 champs sont à corriger.').waitFor()
    assert.deepEqual(await page.locator('.mq-fault').allInnerTexts(), [
      'À remplir.',
      'Il faut une adresse de courriel, comme nom@mail.example.',
      'Il faut un nombre.',
      'Votre accord est nécessaire.',
    ])
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'field-0')
    await page.keyboard.type('Ondine')
    await page.getByLabel('Histoire').fill('Deux\nlignes')
    await page.getByLabel('Courriel').fill('ondine@mail.example')
    await page.getByLabel('Téléphone').fill('+33 6 00 00 00 00')
    await page.getByLabel('Nombre').fill('2,5')
    await page.getByLabel('Jour').fill('2027-07-04')
    await page.getByLabel('Site', { exact: true }).fill('https://ondine.example')
    await page.getByLabel('Taille').selectOption('Grande')
    await page.getByLabel('Bars').check()
    await page.getByLabel('Rivage').check()
    await page.getByLabel('D’accord').check()
    await page.context().setOffline(true)
    await send.click()
    await page.getByText('Vous êtes hors ligne.').waitFor()
    assert.equal(await page.getByLabel('Nom (obligatoire)').inputValue(), 'Ondine')
    await page.context().setOffline(false)
    await send.click()
    await page.getByText('Merci, c’est envoyé.').waitFor()
    const { body } = await site.tenant.api('GET', `${site.tenant.path}/broadcastContacts?limit=10`)
    assert.equal(body.data.length, 1)
    assert.deepEqual(
      body.data[0].fields.map(({ key, value }: { key: string; value: string }) => [key, value]),
      [
        ['text', 'Ondine'],
        ['longText', 'Deux\nlignes'],
        ['email', 'ondine@mail.example'],
        ['phone', '+33 6 00 00 00 00'],
        ['number', '2.5'],
        ['date', '2027-07-04'],
        ['url', 'https://ondine.example'],
        ['choice', 'Grande'],
        ['choices', 'Bars'],
        ['choices', 'Rivage'],
        ['consent', 'true'],
      ],
    )
  })

  test('nothing complained', () => assert.deepEqual(site.complaints, []))
})
