import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { type AnyRecord, kinds, reservedSlugs } from '@marquee/model'
import { createSite } from '../../src/content/new-site.ts'
import { sql } from '../../src/store/sql.ts'
import { assertProblem } from '../support/problem.ts'
import { type Api, signedIn, startService, type TestService, type TestTenant } from '../support/service.ts'

let service: TestService
let tenant: TestTenant
let other: TestTenant
let person: Api

before(async () => {
  service = await startService()
  tenant = await service.newTenant()
  other = await service.newTenant()
  person = await signedIn(service, tenant)
})
after(() => service.stop())

const create = ({ api, path }: TestTenant, body: object) => api('POST', `${path}/broadcastDiffusers`, body)
const errorsOf = ({ body }: { body: { errors: { pointer: string; code: string }[] } }) =>
  body.errors.map(({ pointer, code }) => `${pointer} ${code}`)

suite('the slug of a channel', () => {
  test('cannot be a reserved word, and nothing is stored then', async () => {
    for (const slug of reservedSlugs) {
      const reply = await create(tenant, { slug })
      assertProblem(reply, { status: 400, code: 'invalid' })
      assert.deepEqual(errorsOf(reply), ['/slug reserved'], slug)
    }
    const { body } = await tenant.api('GET', `${tenant.path}/broadcastDiffusers`)
    assert.equal(body.metadata.total, 0)
  })

  test('that was reserved later stays readable, and the channel can be changed', async () => {
    const { body } = await create(tenant, { slug: 'studios' })
    await service.platform.db.query(sql`
      update records set body = replace(body::text, '"studios"', '"studio"')::json, keys = keys || '{"slug": "studio"}'
      where id = ${body._id}`)
    const at = `${tenant.path}/broadcastDiffusers/${body._id}`
    assert.equal((await tenant.api('GET', at)).body.slug, 'studio')
    const changed = await tenant.api('PATCH', at, { status: 'published', slug: 'studio' })
    assert.deepEqual([changed.status, changed.body.status], [200, 'published'])
    assert.equal((await tenant.api('PATCH', at, { slug: 'studios' })).status, 200)
    assert.deepEqual(errorsOf(await tenant.api('PATCH', at, { slug: 'studio' })), ['/slug reserved'])
  })
})

suite('the own domain of a channel', () => {
  test('is stored in lower case, an international name in Punycode', async () => {
    const domains = {
      'Fest.Example': 'fest.example',
      'fête.example': 'xn--fte-fma.example',
      'a.b.c-d.io': 'a.b.c-d.io',
    }
    for (const [typed, stored] of Object.entries(domains)) {
      const { status, body } = await create(tenant, { domain: typed })
      assert.deepEqual([status, body.domain], [201, stored])
      const again = await tenant.api('PATCH', `${tenant.path}/broadcastDiffusers/${body._id}`, { domain: typed })
      assert.equal(again.body._updatedAt, body._updatedAt, 'the same domain is no change')
      const found = await tenant.api('GET', `${tenant.path}/broadcastDiffusers?filters=${filterBy(stored)}`)
      assert.deepEqual(
        found.body.data.map(({ _id }: AnyRecord) => _id),
        [body._id],
      )
    }
    assert.equal((await create(tenant, {})).body.domain, null)
  })

  test('is a name with a dot: no address, port, path or URL', async () => {
    const wrong = [
      'festival',
      'localhost',
      '203.0.113.9',
      '0x7f.1',
      '[::1]',
      '::1',
      'fest.example:8080',
      'https://fest.example',
    ]
    wrong.push(
      'fest.example/',
      'a@fest.example',
      'fest .example',
      '.fest.example',
      'fest..example',
      'fest.example.',
      '',
    )
    wrong.push(
      '-fest.example',
      'fest_.example',
      `${'a'.repeat(64)}.example`,
      `${'a.'.repeat(125)}example`,
      'fest.123',
      '%66est.example',
    )
    for (const domain of wrong) {
      const reply = await create(tenant, { domain })
      assertProblem(reply, { status: 400, code: 'invalid' })
      assert.match(errorsOf(reply).join(), /^\/domain (format|max_length)$/, domain)
    }
    assert.deepEqual(errorsOf(await create(tenant, { domain: 7 })), ['/domain type'])
  })

  test('is not that of the service itself, and every error is reported at once', async (t) => {
    const named = await startService({ PORT: '0', MARQUEE_BASE_URL: 'https://festivals.example' })
    t.after(() => named.stop())
    const someone = await named.newTenant()
    const reply = await create(someone, { domain: 'Festivals.Example', slug: 'v1' })
    assert.deepEqual(errorsOf(reply).sort(), ['/domain reserved', '/slug reserved'])
    assert.equal((await create(someone, { domain: 'www.festivals.example' })).status, 201)
  })

  test('belongs to one channel of the whole service', async () => {
    assert.equal((await create(tenant, { domain: 'taken.example' })).status, 201)
    for (const someone of [tenant, other]) {
      const reply = await create(someone, { domain: 'TAKEN.example' })
      assertProblem(reply, { status: 409, code: 'value_taken' })
      assert.deepEqual(errorsOf(reply), ['/domain taken'])
    }
  })

  test('that another broadcast has taken is left out when a revision is restored', async () => {
    const { body: channel } = await create(tenant, { domain: 'moving.example' })
    const revision = await tenant.api('POST', `${tenant.path}/revisions`, { tos: { accepted: true } })
    const at = `${tenant.path}/broadcastDiffusers/${channel._id}`
    await tenant.api('PATCH', at, { domain: null })
    assert.equal((await create(other, { domain: 'moving.example' })).status, 201)
    const restored = await tenant.api('POST', `${tenant.path}/revisions/${revision.body._id}/restore`, {})
    assert.deepEqual(
      restored.body.left_out.map(({ pointer, reason }: { pointer: string; reason: string }) => [pointer, reason]),
      [['/domain', 'taken']],
    )
    assert.equal((await tenant.api('GET', at)).body.domain, null)
  })

  const filterBy = (domain: string) => encodeURIComponent(JSON.stringify([{ domain }]))
})

suite('a new broadcast', () => {
  const siteOf = async (id: string) => {
    const { body } = await person('GET', `/v1/users/${tenant.userId}/broadcasts/${id}/broadcastDiffusers`)
    assert.equal(body.metadata.total, 1)
    const { type, status, slug, domain } = body.data[0]
    assert.deepEqual({ type, status, domain }, { type: 'web', status: 'published', domain: null })
    return slug
  }
  const newSite = async (name: string) => {
    const { status, body } = await person('POST', `/v1/users/${tenant.userId}/broadcasts`, { name })
    assert.equal(status, 201)
    return siteOf(body._id)
  }

  test('has a published website with a slug from its name', async () => {
    const names = {
      'Fête de l’Été & Cie': 'fete-de-lete-cie',
      'Øresund Straße': 'oresund-strasse',
      'Ночь музыки': 'noch-muzyki',
      'Φεστιβάλ Αθηνών': 'festival-athinon',
      Studio: 'studio-2',
      '2027': '2027',
    }
    for (const [name, slug] of Object.entries(names)) assert.equal(await newSite(name), slug)
    assert.match(await newSite('音楽祭'), /^event-[0-9a-f]{6}$/)
    assert.match(await newSite('!?'), /^event-[0-9a-f]{6}$/)
    assert.equal(await newSite('щ'.repeat(30)), 'shchshchshchshchshchshchshchshchshchsh')
    assert.equal(await newSite('abcdefabcdefabcdefabcdef'), 'abcdefabcdefabcdefabcdef-2', 'an id is no slug')
  })

  test('is public at its slug at once', async () => {
    const { status, body } = await person('GET', `/v1/public/${await newSite('Nuits du Port')}`)
    assert.deepEqual([status, body.name, body.slug], [200, 'Nuits du Port', 'nuits-du-port'])
  })

  test('gets another slug when its name is taken, also by one that is created at the same time', async () => {
    const slugs = await Promise.all(Array.from({ length: 8 }, () => newSite('Grand Large')))
    const expected = ['grand-large', ...[2, 3, 4, 5, 6, 7, 8].map((number) => `grand-large-${number}`)]
    assert.deepEqual(slugs.sort(), expected)
  })

  test('gets a slug with its id when all numbers are taken', async () => {
    await service.platform.content.write(other, { type: 'command' }, async (writing) => {
      for (let turn = 0; turn < 99; turn++) await createSite(writing, aBroadcast(`${turn}`.padStart(24, '0')))
    })
    const slug = await newSite('Crowded')
    assert.match(slug, /^crowded-[0-9a-f]{24}$/)
  })

  test('is created with its website in one transaction, with one request also when it is repeated', async () => {
    const post = () =>
      person('POST', `/v1/users/${tenant.userId}/broadcasts`, { name: 'Once' }, { 'idempotency-key': 'once' })
    const [first, second] = [await post(), await post()]
    assert.equal(second.body._id, first.body._id)
    assert.equal(await siteOf(first.body._id), 'once')
    const { body } = await person('GET', `/v1/users/${tenant.userId}/broadcasts/${first.body._id}/changes`)
    const made = body.data.map(({ kind, operation }: { kind: string; operation: string }) => `${kind} ${operation}`)
    assert.deepEqual(made, ['broadcast create', 'broadcastMember create', 'broadcastDiffuser create'])
    const refused = await person('POST', `/v1/users/${tenant.userId}/broadcasts`, { name: 'Refused', nonsense: 1 })
    assert.equal(refused.status, 400)
    assert.equal((await person('GET', '/v1/public/refused')).status, 404)
  })

  test('from a website is private, and has an address for later', async () => {
    const website = 'https://nowhere.invalid'
    const { body } = await person('POST', `/v1/users/${tenant.userId}/broadcasts`, { website, name: 'Import' })
    assert.equal(await siteOf(body._id), 'import')
    assert.equal((await person('GET', '/v1/public/import')).status, 404)
  })

  const aBroadcast = (_id: string): AnyRecord => ({
    _id,
    name: 'Crowded',
    _createdAt: '',
    _updatedAt: '',
    _reference: null,
    metadata: {},
  })
})

test('the kind has a label for its domain', () => {
  assert.equal(kinds.broadcastDiffuser.fields.domain.label, 'Own domain')
})
