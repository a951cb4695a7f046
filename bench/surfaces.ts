import type { ListQuery, Order } from './list-mix.ts'
import type { Programme } from './programme.ts'
import type { BenchBroadcast } from './service.ts'

/** One of the three ways to read the same sessions. */
export interface Surface {
  name: string
  listPath(broadcast: BenchBroadcast, programme: Programme, query: ListQuery): string
  headers(broadcast: BenchBroadcast): Record<string, string>
  /** The ids and the total of a response. */
  read(body: string): { ids: string[]; total: number }
  showsDrafts: boolean
  /** Whether it sorts as asked; otherwise it sorts by start. */
  sorts: boolean
}

export const surfaceA: Surface = {
  name: 'Surface A',
  listPath(_, { categories, placeIds }, query) {
    const { day, from, to, category, place, limit, offset } = query
    return addressOf('/v1/events', {
      status: query.withDrafts ? 'all' : undefined,
      day,
      from,
      to,
      category: category === undefined ? undefined : categories[category]?.key,
      place_id: place === undefined ? undefined : placeIds[place],
      limit: String(limit),
      offset: String(offset),
    })
  },
  headers: ({ authorization }) => authorization,
  read(body) {
    const { data, total }: { data: { id: string }[]; total: number } = JSON.parse(body)
    return { ids: data.map(({ id }) => id), total }
  },
  showsDrafts: true,
  sorts: false,
}

export const surfaceB: Surface = {
  name: 'Surface B',
  listPath: ({ path }, programme, query) =>
    sessionsPath(path, programme, query, query.withDrafts ? [] : [{ status: 'published' }]),
  headers: ({ authorization }) => authorization,
  read: readSessions,
  showsDrafts: true,
  sorts: true,
}

export const publicSurface: Surface = {
  name: 'public',
  listPath: ({ broadcastId }, programme, query) => sessionsPath(`/v1/public/${broadcastId}`, programme, query, []),
  headers: () => ({}),
  read: readSessions,
  showsDrafts: false,
  sorts: true,
}

export const surfaces = [surfaceA, surfaceB, publicSurface]

function sessionsPath(base: string, { categories, placeIds }: Programme, query: ListQuery, more: object[]): string {
  const { day, from, to, category, place, order, limit, offset } = query
  const filters = [
    ...more,
    ...(from === undefined ? [] : [{ 'time.start': { $gte: from } }]),
    ...(to === undefined ? [] : [{ 'time.end': { $lte: to } }]),
    ...(category === undefined ? [] : [{ categoryIds: categories[category]?.id }]),
    ...(place === undefined ? [] : [{ interestPointId: placeIds[place] }]),
  ]
  const sort = sorts[order]
  return addressOf(`${base}/broadcastSessions`, {
    day,
    filters: filters.length === 0 ? undefined : JSON.stringify(filters),
    sort: sort && JSON.stringify(sort),
    limit: String(limit),
    skip: String(offset),
  })
}

const sorts: Record<Order, object | undefined> = {
  start: { 'time.start': 'asc' },
  'latest start': { 'time.start': 'desc' },
  title: { title: 'asc' },
  newest: undefined,
}

function readSessions(body: string) {
  const { data, metadata }: { data: { _id: string }[]; metadata: { total: number } } = JSON.parse(body)
  return { ids: data.map(({ _id }) => _id), total: metadata.total }
}

function addressOf(path: string, values: Record<string, string | undefined>): string {
  const given = Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return `${path}?${new URLSearchParams(given)}`
}
