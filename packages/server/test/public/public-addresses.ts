import type { Route } from '../../src/http/route.ts'
import type { Reply, TestService } from '../support/service.ts'

/** What a walk over the public surface asks with. */
export interface Words {
  /** Names of the broadcast: its id, its slug. */
  broadcasts: string[]
  /** Ids of records by the parameter of a path that takes them; all of them where the parameter is not known. */
  ids: Record<string, string[]>
  /** Values of query parameters; a parameter that is not here is asked for with `others`. */
  values: Record<string, string[]>
  others: string[]
}

/** The routes that anybody may read. */
export const publicReads = ({ runtime }: TestService): Route[] =>
  runtime.routes.filter(({ access, method }) => access.who === 'public' && method === 'GET')

/** Every public address, plain and with every value of every option that its route declares. */
export function publicAddresses(service: TestService, words: Words): string[] {
  return publicReads(service).flatMap((route) => {
    const [first = ''] = pathsOf(route, words)
    return [...plainAddresses(route, words), ...queriesOf(route, words).map((query) => `${first}?${query}`)]
  })
}

/** The addresses of a route with no more options than it needs. */
export function plainAddresses(route: Route, words: Words): string[] {
  const query = 'q' in route.params ? `?${new URLSearchParams(needed)}` : ''
  return pathsOf(route, words).map((path) => path + query)
}

/** What a search cannot do without. */
const needed = { q: 'Seen' }

/** The paths of a route. The first is one where there is something to see. */
export function pathsOf({ path }: Pick<Route, 'path'>, { broadcasts, ids }: Words): string[] {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const valuesOf = (name: string) =>
    name === 'broadcast' ? broadcasts : (ids[name] ?? Object.values(ids).flatMap((some) => some.slice(0, 3)))
  return names.reduce<string[]>(
    (paths, name) => paths.flatMap((one) => valuesOf(name).map((value) => one.replace(`:${name}`, value))),
    [path],
  )
}

function queriesOf({ params }: Route, { values, others }: Words): string[] {
  return Object.entries(params).flatMap(([name, { schema, description }]) => {
    if (name === 'preview') return []
    const choices = (schema as { enum?: string[] }).enum
    const isListOfNames = description.includes(' Known: ')
    const known = isListOfNames ? namesIn(description) : (choices ?? values[name] ?? others)
    const besides = 'q' in params ? needed : {}
    return known.map((value) => new URLSearchParams({ ...besides, [name]: value }).toString())
  })
}

/** The names that a parameter lists in its description: each, and all together. */
function namesIn(description: string): string[] {
  const names = [...description.slice(description.indexOf(' Known: ')).matchAll(/`([^`]+)`/g)].map(
    ([, name = '']) => name,
  )
  return names.length > 1 ? [...names, names.join(',')] : names
}

/** All that an answer says, but for what every answer has of its own. */
export const wordsOf = ({ headers, text }: Reply): string =>
  [...headers]
    .filter(([name]) => !['date', 'x-request-id', 'etag', 'content-length'].includes(name))
    .map((line) => line.join(': '))
    .concat(text)
    .join('\n')
