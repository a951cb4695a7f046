import { crc32, deflateSync } from 'node:zlib'
import { broadcastKinds } from '@marquee/model'
import type { BenchBroadcast, BenchService } from '../../bench/service.ts'
import { type OpenApi, readDocumentation } from '../../packages/server/test/contract/documented.ts'
import { minimalBody } from '../../packages/server/test/contract/samples.ts'
import type { Random } from '../random.ts'
import { createValues, resolver, type Shape } from '../schema-values.ts'

export interface Worst {
  /** The records that were accepted. */
  count: number
  /** Every read of them. */
  reads: Record<string, () => Promise<unknown>>
}

/** A record for every field of every kind that holds as much as it can, and the largest picture. */
export async function worstFields(
  { url }: BenchService,
  heavy: BenchBroadcast,
  { random, share }: { random: Random; share: number },
): Promise<Worst> {
  const { document } = await readDocumentation(url)
  const resolve = resolver(document)
  const creatable = broadcastKinds.filter(({ operations, area }) => operations.includes('create') && area !== 'members')
  /** Of each kind one, for references. */
  const ids = new Map<string | undefined, string>()
  for (const kind of creatable) {
    const { body } = await heavy.call('POST', `${heavy.path}/${kind.plural}`, minimalBody(kind))
    ids.set(kind.name, body._id)
  }
  const largest = createLargest(document, random, (kindName) => ids.get(kindName) ?? 'f'.repeat(24))
  let count = 0
  for (const kind of creatable) {
    const { properties = {} } = resolve({ $ref: `#/components/schemas/${kind.name}Create` })
    for (const [name, shape] of Object.entries(properties)) {
      if (resolve(shape).readOnly || !random.chance(share)) continue
      // The parts of an object are chosen at random, and may not fit together.
      for (let tries = 0, isAccepted = false; tries < 5 && !isAccepted; tries++) {
        const body = { ...minimalBody(kind), ...published(properties), [name]: largest(shape) }
        const { status } = await heavy.call('POST', `${heavy.path}/${kind.plural}`, body)
        if (status >= 500) throw new Error(`${kind.name}.${name} answered ${status}`)
        isAccepted = status === 201
        if (isAccepted) count += 1
      }
    }
  }
  const mediaId = await uploadPicture(url, heavy, share < 1 ? 500 : 6_000)
  return {
    count,
    reads: readsOf(
      url,
      heavy,
      creatable.map(({ plural }) => plural),
      mediaId,
    ),
  }
}

const published = (properties: Record<string, Shape>) =>
  properties.status?.enum?.includes('published') ? { status: 'published' } : {}

/** The largest value of a schema, up to the limits of a body. */
function createLargest(
  document: OpenApi,
  random: Random,
  id: (kindName: string | undefined) => string,
): (shape: Shape) => unknown {
  const resolve = resolver(document)
  const some = createValues(document, { random, id, text: () => 'x' })
  const largest = (given: Shape): unknown => {
    const shape = resolve(given)
    const options = shape.oneOf ?? shape.anyOf
    if (options) return largest(options[0] ?? {})
    const type = [shape.type ?? []].flat().find((one) => one !== 'null')
    if (type === 'string' && !shape.enum && !shape.format && !shape.pattern)
      return '<é>&\n'.repeat(200_000).slice(0, Math.min(shape.maxLength ?? 5_000, 900_000))
    if (type === 'array') {
      const items = Array.from({ length: Math.min(shape.maxItems ?? 100, 1_000) }, () => some(shape.items ?? {}))
      return shape.items?.refersTo || resolve(shape.items ?? {}).anyOf ? [] : items
    }
    if (type === 'object' && shape.properties)
      return Object.fromEntries(
        Object.entries(shape.properties)
          .filter(([, part]) => !resolve(part).readOnly)
          .map(([name, part]) => [name, some(part)]),
      )
    const [byLocale] = Object.values(shape.patternProperties ?? {})
    if (byLocale) return { fr: largest(byLocale) }
    if (type === 'object')
      return Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`key${at}`, 'x'.repeat(50)]))
    return some(shape)
  }
  return largest
}

function readsOf(url: string, heavy: BenchBroadcast, plurals: string[], mediaId: string): Worst['reads'] {
  const get = async (path: string) => {
    const response = await fetch(`${url}${path}`, { headers: heavy.authorization })
    await response.arrayBuffer()
    if (response.status >= 500) throw new Error(`${path} answered ${response.status}`)
  }
  const site = `/v1/public/${heavy.broadcastId}`
  const reads: Worst['reads'] = {}
  for (const plural of plurals) {
    reads[`list of ${plural}`] = () => get(`${heavy.path}/${plural}?limit=200`)
    reads[`table of ${plural}`] = () => get(`${heavy.path}/${plural}?format=csv`)
    reads[`public list of ${plural}`] = () => get(`${site}/${plural}?limit=200`)
  }
  for (const part of ['translations', 'conflicts', 'trash', 'usage', 'changes?limit=1000', 'search?q=x', 'bundle'])
    reads[`${part} of the worst fields`] = () => get(`${heavy.path}/${part}`)
  reads['the largest picture'] = async () => {
    const { body } = await heavy.call('GET', `${heavy.path}/medias/${mediaId}`)
    const addresses = JSON.stringify(body).match(/\/media\/[0-9a-f]{24}\/[\w.-]+/g) ?? []
    await get(`${heavy.path}/medias/${mediaId}/original`)
    await Promise.all(addresses.map((address) => get(address)))
  }
  return reads
}

async function uploadPicture(url: string, heavy: BenchBroadcast, side: number): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([pngOf(side)], { type: 'image/png' }), 'large.png')
  const response = await fetch(`${url}${heavy.path}/medias/upload`, {
    method: 'POST',
    headers: heavy.authorization,
    body: form,
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`the picture answered ${response.status}: ${text}`)
  return JSON.parse(text)._id
}

/** A gray picture that is small as a file and large in memory. */
function pngOf(side: number): Uint8Array<ArrayBuffer> {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length)
    ends.writeUInt32BE(crc32(named), 4)
    return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side)
  header.writeUInt32BE(side, 4)
  header[8] = 8
  const pixels = deflateSync(Buffer.alloc((side + 1) * side))
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return new Uint8Array(
    Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]),
  )
}
