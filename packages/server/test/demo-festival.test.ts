import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  blockTypes,
  createSchema,
  findReferences,
  hoistTitled,
  isTimeZone,
  kindNamed,
  kinds,
  parseFilters,
  parseInstant,
  parseSort,
  patchSchema,
} from '@marquee/model'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { type DemoRecord, logoSvg, makeFestival, mapSvg } from '../src/demo/festival/index.ts'
import { drawHarbour, drawPicture, pictureNames } from '../src/demo/festival/pictures.ts'

type Plain = Record<string, unknown>

const { broadcast, records } = makeFestival(makeIds(), 'https://marquee.example')
const locales = ['fr', 'en', 'es']

const ajv = new Ajv2020({ strict: false, discriminator: true, allErrors: true })
ajv.addFormat('objectId', /^[0-9a-f]{24}$/)
ajv.addFormat('date-time', (text: string) => 'instant' in parseInstant(text, 'UTC'))
ajv.addFormat('uri', (text: string) => URL.canParse(text))
ajv.addFormat('time-zone', isTimeZone)
ajv.addFormat('email', /^\S+@\S+$/)

test('every record is a valid create body of its kind', () => {
  for (const [name, ofKind] of Map.groupBy(records, (record) => record.kind)) {
    const isValid = compile(createSchema(kindNamed(name)))
    for (const { body } of ofKind) assert.ok(isValid(body), `${body._reference}: ${ajv.errorsText(isValid.errors)}`)
  }
})

test('the broadcast is a valid patch', () => {
  const isValid = compile(patchSchema(kinds.broadcast))
  assert.ok(isValid(broadcast), ajv.errorsText(isValid.errors))
})

test('a record refers only to earlier records of the right kind, the broadcast to any', () => {
  const created = new Map<string, string>()
  const check = (kind: string, body: Plain) => {
    for (const { kind: target, id, pointer } of findReferences(kindNamed(kind), body)) {
      assert.equal(created.get(id), target, `${body._reference ?? 'broadcast'} ${pointer}`)
    }
  }
  for (const { kind, id, body } of records) {
    check(kind, body)
    created.set(id, kind)
  }
  check('broadcast', broadcast)
  assert.equal(created.size, records.length, 'ids are unique')
})

test('ids in queries are ids of records', () => {
  const known = new Set(records.map(({ id }) => id))
  for (const query of everyObject({ records, broadcast }).filter(isQuery)) {
    const named = JSON.stringify(query).match(/[0-9a-f]{24}/g) ?? []
    for (const id of named) assert.ok(known.has(id), JSON.stringify(query))
  }
})

test('every query of a block is valid for its kind', () => {
  const kindOfBlock = { sessions: 'broadcastSession', hosts: 'broadcastHost', articles: 'broadcastArticle' }
  const target: Record<string, string> = { ...kindOfBlock, interestPoints: 'broadcastInterestPoint' }
  for (const { type, query } of everyObject({ records, broadcast })) {
    const name = target[String(type)]
    if (!name || !isPlain(query)) continue
    parseFilters(kindNamed(name), query.filters ?? [], '$and')
    parseSort(kindNamed(name), query.sort ?? {})
  }
  for (const { body } of of('broadcastCampaign')) {
    const { audience } = body
    assert.ok(isPlain(audience))
    parseFilters(kinds.broadcastClient, audience.filters, '$and')
  }
})

test('there is enough content of every kind to evaluate an app', () => {
  const published = of('broadcastSession').filter(({ body }) => body.status === 'published')
  assert.equal(published.length, 78, 'the number that the articles tell')
  assert.equal(of('broadcastSession').length - published.length, 3)
  const starts = published.map(({ body }) => (isPlain(body.time) ? String(body.time.start).slice(11, 13) : ''))
  assert.ok(starts.filter((hour) => hour < '06').length >= 4, 'sets after midnight')
  assert.equal(of('broadcastHost').length, 44, 'the number that the articles tell')
  assert.equal(inCategory('stage').length, 6)
  assert.ok(of('broadcastInterestPoint').length >= 40)
  assert.ok(of('broadcastCategory').length >= 12)
  assert.ok(of('broadcastCategory').filter(({ body }) => body.parentId).length >= 3)
  assert.ok(of('broadcastPage').length >= 6)
  assert.deepEqual(new Set(of('broadcastArticle').map(({ body }) => body.contentFormat)), new Set(['html', 'markdown']))
  const articles = of('broadcastArticle').filter(({ body }) => body.status === 'published')
  assert.ok(articles.filter(({ body }) => String(body.publishedAt) < '2027').length >= 10)
  assert.equal(articles.filter(({ body }) => String(body.publishedAt) > '2027').length, 1)
  assert.equal(of('broadcastContact').length, 0, 'personal data stays out')
})

test('all block types are used', () => {
  const used = new Set(everyObject({ records, broadcast }).map(({ type }) => type))
  for (const type of blockTypes) assert.ok(used.has(type), type)
})

test('every localizable text exists in three languages, and the plain fields are French', () => {
  for (const { kind, body } of records) {
    const texts = kindNamed(kind).localized.filter((name) => name in body)
    for (const locale of locales) {
      for (const name of texts) {
        const details = body.localeDetails
        assert.ok(isPlain(details) && isPlain(details[locale]), `${body._reference} ${locale}`)
        const value = details[locale][name]
        assert.ok(value && value !== '', `${body._reference} ${locale} ${name}`)
        if (locale === 'fr') assert.deepEqual(body[name], value)
        else if (name === 'description' || name === 'content') assert.notEqual(body[name], value, `${body._reference}`)
      }
    }
  }
  for (const { body } of [...of('broadcastSession'), ...of('broadcastInterestPoint'), ...of('broadcastHost')]) {
    assert.ok(body.title && body.description, `${body._reference}`)
  }
})

test('references are unique slugs, and category keys and page URLs are unique', () => {
  const references = records.map(({ body }) => String(body._reference))
  assert.equal(new Set(references).size, references.length)
  for (const reference of references) assert.match(reference, /^[a-z]+(-[a-z0-9]+)+$/)
  for (const [kind, field] of [
    ['broadcastCategory', 'key'],
    ['broadcastPage', 'url'],
    ['broadcastDiffuser', 'slug'],
  ] as const) {
    const values = of(kind).map(({ body }) => body[field])
    assert.equal(new Set(values).size, values.length, field)
  }
})

test('no place and no host has two sessions at the same time', () => {
  const slots = of('broadcastSession').flatMap(({ body }) => {
    const { time, hostIds, interestPointId } = body
    if (!isPlain(time)) return []
    const start = Date.parse(String(time.start))
    const end = Date.parse(String(time.end))
    const minutes = (end - start) / 60_000
    assert.ok(minutes >= 30 && minutes <= 120, `${body._reference} lasts ${minutes} minutes`)
    assert.ok(start >= Date.parse('2027-07-02T06:00+02:00') && end <= Date.parse('2027-07-05T06:00+02:00'))
    return [interestPointId, ...(Array.isArray(hostIds) ? hostIds : [])].map((who) => ({ who, start, end, body }))
  })
  for (const [, ofOne] of Map.groupBy(slots, ({ who }) => who)) {
    ofOne.sort((a, b) => a.start - b.start)
    for (const [index, slot] of ofOne.entries()) {
      const before = ofOne[index - 1]
      if (before) assert.ok(before.end <= slot.start, `${before.body._reference} and ${slot.body._reference}`)
    }
  }
})

test('places have integer positions inside the map, far enough apart for touch', () => {
  const map = of('broadcastMap')[0]?.body ?? {}
  const spots = of('broadcastInterestPoint').map(({ body }) => {
    assert.ok(isPlain(body.position))
    return { x: Number(body.position.x), y: Number(body.position.y), name: String(body._reference) }
  })
  for (const { x, y, name } of spots) {
    assert.ok(Number.isInteger(x) && x > 0 && x < Number(map.width), name)
    assert.ok(Number.isInteger(y) && y > 0 && y < Number(map.height), name)
    for (const other of spots) {
      if (other.name < name) assert.ok(Math.hypot(other.x - x, other.y - y) >= 40, `${name} and ${other.name}`)
    }
  }
})

test('the drawings contain no script and load nothing', () => {
  for (const svg of [mapSvg, logoSvg, drawHarbour(), ...pictureNames.map(drawPicture)]) {
    assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox/)
    assert.doesNotMatch(svg, /<script|<foreignObject|<image|<use|href|\son\w+=|@import|url\((?!#)|NaN|undefined/)
  }
})

test('every host, session, stage and article has a picture, and every picture is used', () => {
  const pictured = [
    ...of('broadcastHost'),
    ...of('broadcastSession'),
    ...of('broadcastArticle'),
    ...inCategory('stage'),
  ]
  const used = pictured.map(({ body }) => (isPlain(body.media) ? body.media.mediaId : `none: ${body._reference}`))
  assert.deepEqual(new Set(used), new Set(of('media').map(({ id }) => id)))
  for (const { body } of of('broadcastArticle')) assert.ok(URL.canParse(String(body.coverImageUrl)))
  const drawn = new Set(pictureNames.map(drawPicture))
  assert.equal(drawn.size, pictureNames.length, 'no two are the same')
})

test('texts and controls have WCAG AA contrast', () => {
  const { theme, appBar, bottomBar } = broadcast
  assert.ok(isPlain(theme) && isPlain(appBar) && isPlain(bottomBar))
  const styles = ['title', 'subtitle', 'body'].map((name) => theme[`${name}TextStyle`]).filter(isPlain)
  const pairs: [unknown, unknown][] = [
    [theme.backgroundColor, theme.accentColor],
    [theme.primaryBackgroundColor, theme.primaryAccentColor],
    [theme.surfaceBackgroundColor, theme.surfaceAccentColor],
    [appBar.backgroundColor, appBar.accentColor],
    [bottomBar.backgroundColor, bottomBar.accentColor],
    ...styles.flatMap(({ color }): [unknown, unknown][] => [
      [theme.backgroundColor, color],
      [theme.surfaceBackgroundColor, color],
    ]),
    ...of('broadcastCategory').map(({ body }): [unknown, unknown] => ['#FFFFFF', body.color]),
  ]
  for (const [a, b] of pairs) assert.ok(contrast(String(a), String(b)) >= 4.5, `${a} on ${b}`)
})

test('links lead only to example domains', () => {
  const text = JSON.stringify({ records, broadcast })
  for (const [, host] of text.matchAll(/https?:\/\/([^/"]+)/g)) assert.match(String(host), /\.example$/)
})

/** Shapes used in many places, such as blocks in each language, are compiled once. */
function compile(written: ReturnType<typeof createSchema>) {
  const { schema, components } = hoistTitled(written, '#/$defs/')
  return ajv.compile({ ...schema, $defs: components })
}

function of(kind: string): DemoRecord[] {
  return records.filter((record) => record.kind === kind)
}

function inCategory(key: string): DemoRecord[] {
  const category = of('broadcastCategory').find(({ body }) => body.key === key)
  return of('broadcastInterestPoint').filter(({ body }) => [body.categoryIds].flat().includes(category?.id))
}

/** Assigns each name a stable object id. */
function makeIds(): (name: string) => string {
  const ids = new Map<string, string>()
  return (name) => {
    const id = ids.get(name) ?? (0xabc000 + ids.size).toString(16).padStart(24, '6')
    ids.set(name, id)
    return id
  }
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const isQuery = (object: Plain) => Array.isArray(object.filters)

function everyObject(value: unknown): Plain[] {
  if (Array.isArray(value)) return value.flatMap(everyObject)
  return isPlain(value) ? [value, ...Object.values(value).flatMap(everyObject)] : []
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
