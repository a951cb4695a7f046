import { type AnyRecord, broadcastKinds, type Kind, kinds, queryFields, type View, views } from '@marquee/model'
import { inTurn } from './in-turn.ts'
import { namePattern, sampleBody, type TextPlace, textPlaces } from './sample-body.ts'
import { type Api, signedIn, type TestService, type TestTenant } from './service.ts'

export interface FidelityReport {
  /** The number of texts written, over all kinds and fields. */
  texts: number
  /** Texts that were returned changed, or not at all. */
  differences: string[]
}

/**
 * Writes texts to every plain text field of every kind, including blocks, locales and metadata, and reads them back through
 * every endpoint. Each text is written to each field, and to each field of each block of a page. Other kinds have the same
 * blocks: there each field gets some of the texts, and each text some of the fields.
 */
export async function tryTexts(service: TestService, strings: readonly string[]): Promise<FidelityReport> {
  const tenant = await service.newTenant()
  const owner = await signedIn(service, tenant)
  const report: FidelityReport = { texts: 0, differences: [] }
  for (const kind of broadcastKinds) {
    if (!kind.operations.includes('create')) continue
    const api = kind.area === 'members' ? owner : tenant.api
    const written = await writeAll(api, tenant, kind, [...plainBodies(kind, strings), ...blockBodies(kind, strings)])
    report.texts += written.texts
    report.differences.push(...written.differences)
    await compareLists(api, tenant, kind, written.records, report)
    await compareFilters(api, tenant, kind, written.records, report)
  }
  await patchBroadcast(tenant, strings, report)
  for (const view of views) await writePlain(await service.newTenant(), view, strings, report)
  return report
}

/** The first difference between a value and what was sent. Additions of the service are ignored. */
export function firstDifference(sent: unknown, got: unknown, pointer = ''): string | undefined {
  if (typeof sent !== 'object' || sent === null) {
    return sent === got ? undefined : `${pointer}: sent ${show(sent)}, got ${show(got)}`
  }
  if (typeof got !== 'object' || got === null) return `${pointer}: got ${show(got)}`
  if (Array.isArray(sent) && (!Array.isArray(got) || got.length !== sent.length)) return `${pointer}: not as long`
  for (const [name, value] of Object.entries(sent)) {
    if (!Object.hasOwn(got, name)) return `${pointer}/${name}: is missing`
    const difference = firstDifference(value, (got as Record<string, unknown>)[name], `${pointer}/${name}`)
    if (difference) return difference
  }
  return undefined
}

interface Written {
  string: string
  body: Record<string, unknown>
  id: string
}

interface Draft {
  string: string
  body: Record<string, unknown>
  texts: number
}

async function writeAll(api: Api, tenant: TestTenant, kind: Kind, drafts: Draft[]) {
  const report: FidelityReport & { records: Written[] } = { texts: 0, differences: [], records: [] }
  const note = ({ string, body, texts }: Draft, status: number, record: AnyRecord, answer: unknown) => {
    const difference = status === 201 ? firstDifference(body, record) : JSON.stringify(answer)
    if (difference) report.differences.push(`create ${kind.name} ${show(string)} ${difference}`)
    if (status !== 201) return
    report.texts += texts
    report.records.push({ string, body, id: record._id })
  }
  const [alone, ...rest] = drafts
  if (alone) {
    const reply = await api('POST', `${tenant.path}/${kind.plural}`, alone.body)
    note(alone, reply.status, reply.body, reply.body)
  }
  for (let at = 0; at < rest.length; at += batchSize) {
    const batch = rest.slice(at, at + batchSize)
    const operations = batch.map(({ body }) => ({ op: 'create', body }))
    const send = (mode: string) => api('POST', `${tenant.path}/${kind.plural}/batch`, { mode, operations })
    // One batch is faster; when it is refused, individual writes show which is at fault.
    const atomic = await send('atomic')
    const reply = atomic.status === 200 ? atomic : await send('each')
    const results: { status: number; record: AnyRecord; problem?: object }[] = reply.body.results
    batch.forEach((draft, index) => {
      const result = results[index]
      if (result) note(draft, result.status, result.record, result.problem)
    })
  }
  return report
}

const batchSize = 50

/** One body per string, with the string in every field. */
function plainBodies(kind: Kind, strings: readonly string[]): Draft[] {
  const isLeftOut = kind.name === kinds.broadcastPage.name ? /^\/.*\/blocks$/ : /\/blocks$/
  return strings.map((string, index) => draftOf(kind, string, (place) => fitting(string, place, index), isLeftOut))
}

/** A few bodies with every type of block, each field with another string. */
function blockBodies(kind: Kind, strings: readonly string[]): Draft[] {
  if (!textPlaces(kind).some(({ pointer }) => pointer.includes('/blocks/'))) return []
  return Array.from({ length: 6 }, (_, round) => {
    let next = round * 97
    const textAt = (place: TextPlace) => {
      if (place.pointer === '/_reference') return `round ${round}`
      return fitting(strings[next++ % strings.length] ?? '', place, round)
    }
    return draftOf(kind, `round ${round}`, textAt, /^$/)
  })
}

function draftOf(kind: Kind, string: string, textAt: (place: TextPlace) => string, isLeftOut: RegExp): Draft {
  const name = string === '__proto__' ? 'name' : string
  let texts = 0
  const body = sampleBody(kind, {
    text(place) {
      texts += 1
      return textAt(place)
    },
    anything: () => ({ caption: string, list: [string] }),
    freeForm: () => ({ [name]: string, plain: string, inner: { [name]: [string] } }),
    without: (_, field) => field.secret === true,
    leaveOut: (pointer) => isLeftOut.test(pointer),
  })
  return { string, body: withoutSecrets(kind, body), texts }
}

/** A string truncated to the maximum length; a fallback where the field requires more. */
function fitting(string: string, { minLength, maxLength, isName }: TextPlace, index: number): string {
  const points = [...string]
  const isBlank = isName && points.slice(0, maxLength).join('').trim() === ''
  if (points.length < minLength || isBlank) return `no text ${index}`
  return points.length > maxLength ? points.slice(0, maxLength).join('') : string
}

async function compareLists(
  api: Api,
  tenant: TestTenant,
  kind: Kind,
  written: Written[],
  report: FidelityReport,
): Promise<void> {
  const names = Object.keys(written.at(-1)?.body ?? {})
  for (const query of ['', `fields=${names.join(',')}`, 'locale=fr']) {
    const records = await readAll(api, `${tenant.path}/${kind.plural}?${query}`)
    for (const { string, body, id } of written) {
      const expected = query === 'locale=fr' ? localized(kind, body) : body
      const difference = firstDifference(expected, records.get(id))
      if (difference) report.differences.push(`list ${kind.name} ${query.slice(0, 9)} ${show(string)} ${difference}`)
    }
  }
  for (const { string, body, id } of written.slice(-1)) {
    const reply = await api('GET', `${tenant.path}/${kind.plural}/${id}`)
    const difference = firstDifference(body, reply.body)
    if (difference) report.differences.push(`read ${kind.name} ${show(string)} ${difference}`)
  }
}

function localized(kind: Kind, body: Record<string, unknown>): Record<string, unknown> {
  return folded(partsFolded(body), kind.localized, body.defaultLocale)
}

function folded(part: Record<string, unknown>, names: string[], defaultLocale: unknown): Record<string, unknown> {
  const { fr = {}, es = {} } = (part.localeDetails ?? {}) as Record<string, Record<string, unknown>>
  const fallback = defaultLocale === 'es' ? es : {}
  const local = { ...part }
  for (const name of names) if (name in part) local[name] = fr[name] ?? fallback[name] ?? part[name]
  return local
}

/** Links and files have a text in each language. */
function partsFolded(body: Record<string, unknown>): Record<string, unknown> {
  const lists = Object.entries(body).filter(([name]) => ['links', 'attachments'].includes(name)) as [string, Row[]][]
  const local = lists.map(([name, parts]) => [
    name,
    parts.map((part) => folded(part, ['label', 'title'], body.defaultLocale)),
  ])
  return { ...body, ...Object.fromEntries(local) }
}

type Row = Record<string, unknown>

async function readAll(api: Api, url: string): Promise<Map<string, AnyRecord>> {
  const records = new Map<string, AnyRecord>()
  for (let startId: string | null = ''; startId !== null; ) {
    const { body } = await api('GET', `${url}&limit=100${startId && `&startId=${startId}`}`)
    for (const record of body.data) records.set(record._id, record)
    startId = body.metadata.nextStartId
  }
  return records
}

/** Checks that `$eq` on a text finds the records that contain it, and no others. */
async function compareFilters(
  api: Api,
  tenant: TestTenant,
  kind: Kind,
  written: Written[],
  report: FidelityReport,
): Promise<void> {
  const find = async (tests: Test[]): Promise<void> => {
    const filters = encodeURIComponent(JSON.stringify(tests.map(({ field, value }) => ({ [field]: value }))))
    const url = `${tenant.path}/${kind.plural}?fields=_id&limit=200&filtersLogical=$or&filters=${filters}`
    const reply = await api('GET', url)
    const got: string[] = reply.status === 200 ? reply.body.data.map((record: AnyRecord) => record._id).sort() : []
    const expected = [...new Set(tests.flatMap(({ ids }) => ids))].sort()
    if (got.join() === expected.join()) return
    // Individual filters show which one is at fault.
    if (tests.length > 1) for (const test of tests) await find([test])
    else report.differences.push(`filter ${kind.name} ${show(tests[0])} ${reply.status} found ${got.length}`)
  }
  // The comparison is the same for every kind: one kind is tested with each text, the others with every fourth.
  const tests = filterTests(kind, written)
  const isThorough = kind.name === kinds.broadcastSession.name
  await inTurn(inPieces(isThorough ? tests : tests.filter((_, index) => index % 4 === 0)), find, 4)
}

interface Test {
  field: string
  value: string
  ids: string[]
}

function filterTests(kind: Kind, written: Written[]): Test[] {
  const places = new Set(textPlaces(kind).map(({ pointer }) => pointer))
  const names = [...queryFields(kind).keys()].filter((name) => places.has(`/${name.replaceAll('.', '/')}`))
  const tests = new Map<string, Test>()
  const add = (field: string, value: unknown, id: string) => {
    if (typeof value !== 'string') return
    const key = JSON.stringify([field, value])
    const test = tests.get(key) ?? { field, value, ids: [] }
    test.ids.push(id)
    tests.set(key, test)
  }
  for (const { string, body, id } of written) {
    for (const name of names) add(name, valueAt(body, name), id)
    add('metadata.plain', string, id)
    if (string !== '' && string !== 'plain' && string !== '__proto__' && !string.includes('.'))
      add(`metadata.${string}`, string, id)
  }
  return [...tests.values()]
}

function valueAt(body: Record<string, unknown>, name: string): unknown {
  return name.split('.').reduce((value: unknown, part) => (value as Record<string, unknown> | undefined)?.[part], body)
}

/** Splits tests into filters that fit into a URL. */
function inPieces(tests: Test[]): Test[][] {
  const pieces: Test[][] = [[]]
  let length = 0
  for (const test of tests) {
    const own = encodeURIComponent(JSON.stringify(test)).length
    const last = pieces.at(-1)
    if (last && last.length < 50 && length + own < 8_000) last.push(test)
    else {
      pieces.push([test])
      length = 0
    }
    length += own
  }
  return pieces
}

async function patchBroadcast(tenant: TestTenant, strings: readonly string[], report: FidelityReport): Promise<void> {
  const kind = kinds.broadcast
  const drafts = [...plainBodies(kind, strings), ...blockBodies(kind, strings)]
  for (const [index, { string, body, texts }] of drafts.entries()) {
    const sent = withoutSecrets(kind, body)
    const reply = await tenant.api('PATCH', tenant.path, sent)
    const difference = reply.status === 200 ? firstDifference(sent, reply.body) : reply.text
    if (difference) report.differences.push(`PATCH broadcast ${show(string)} ${difference}`)
    report.texts += texts
    if (index % 10 > 0) continue
    const read = await tenant.api('GET', tenant.path)
    if (read.text !== reply.text) report.differences.push(`GET broadcast ${show(string)}`)
  }
}

/** The same on Surface A: texts written there are also returned on Surface B. */
async function writePlain(
  tenant: TestTenant,
  view: View,
  strings: readonly string[],
  report: FidelityReport,
): Promise<void> {
  const { api } = tenant
  const notes = (what: string, string: string, difference: string | undefined) => {
    if (difference) report.differences.push(`${what} ${view.name} ${show(string)} ${difference}`)
  }
  // One view with all texts, the others with a part of them.
  const some = view.name === 'event' ? strings : strings.filter((_, index) => index % 4 === 0)
  const written = await inTurn(some, async (string, index) => {
    const body = plainBody(view, (place) => fitting(string, place, index), index)
    const reply = await api('POST', `/v1/${view.plural}`, body)
    report.texts += Object.keys(body).length
    notes('POST', string, reply.status === 201 ? firstDifference(body, reply.body) : reply.text)
    return { string, body, id: String(reply.body.id), index }
  })
  for (const { string, body, id, index } of written) {
    if (index % 8 > 0) continue
    notes('GET', string, firstDifference(body, (await api('GET', `/v1/${view.plural}/${id}`)).body))
    const { body: record } = await api('GET', `${tenant.path}/${view.kind.plural}/${id}`)
    notes('Surface B', string, firstDifference(body.title ?? body.name, record.title))
    for (const name of ['reference', 'category']) {
      if (!body[name]) continue
      const found = await api('GET', `/v1/${view.plural}?${name}=${encodeURIComponent(String(body[name]))}&status=all`)
      const ids = found.status === 200 ? found.body.data.map((shown: { id: string }) => shown.id) : []
      notes(`?${name}=`, string, ids.includes(id) ? undefined : `${found.status} found ${ids.length}`)
    }
  }
}

/** A body with every text field of a view. */
function plainBody(view: View, textAt: (place: TextPlace) => string, index: number): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const [name, { schema, readOnly, required }] of Object.entries(view.fields)) {
    const { type, format, enum: choices, pattern, minLength = 0, maxLength = 1_000 } = schema as PlainSchema
    if (readOnly || ![type].flat().includes('string') || choices) continue
    const isName = pattern === namePattern
    const place = { pointer: `/${name}`, minLength: name === 'category' ? 1 : minLength, maxLength, isName }
    if (!format) body[name] = textAt(place)
    else if (required) body[name] = new Date(1_800_000_000_000 + index).toISOString()
  }
  return body
}

interface PlainSchema {
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: unknown[]
  minLength?: number
  maxLength?: number
}

/** Secrets are never returned; other tests cover them. */
export function withoutSecrets(kind: Kind, body: Record<string, unknown>): Record<string, unknown> {
  for (const [name, field] of Object.entries(kind.fields)) {
    if (!Array.isArray(field.secret)) continue
    for (const entry of (body[name] ?? []) as Record<string, unknown>[]) {
      for (const path of field.secret) {
        const parts = path.split('.')
        const holder = parts.slice(0, -1).reduce((at, part) => at[part] as Record<string, unknown>, entry)
        delete holder[parts.at(-1) ?? '']
      }
    }
  }
  return body
}

const show = (value: unknown) => JSON.stringify(value)?.slice(0, 200) ?? 'nothing'
