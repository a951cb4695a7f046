import type { Route } from '../../src/http/route.ts'
import type { Reply, TestService } from '../support/service.ts'

/** The values for a walk over the public API. */
export interface Words {
  /** Names of the broadcast: its id, its slug. */
  broadcasts: string[]
  /** Ids of records by path parameter; all of them for an unknown parameter. */
  ids: Record<string, string[]>
  /** Values of query parameters; parameters that are not listed use `others`. */
  values: Record<string, string[]>
  others: string[]
}

/** The public GET routes. */
export const publicReads = ({ runtime }: TestService): Route[] =>
  runtime.routes.filter(({ access, method }) => access.who === 'public' && method === 'GET')

/** Every public URL, plain and with every value of every declared option. */
export function publicAddresses(service: TestService, words: Words): string[] {
  return publicReads(service).flatMap((route) => {
    const [first = ''] = pathsOf(route, words)
    return [...plainAddresses(route, words), ...queriesOf(route, words).map((query) => `${first}?${query}`)]
  })
}

/** The URLs of a route with only the required options. */
export function plainAddresses(route: Route, words: Words): string[] {
  const query = 'q' in route.params ? `?${new URLSearchParams(needed)}` : ''
  return pathsOf(route, words).map((path) => path + query)
}

/** The required parameters of a search. */
const needed = { q: 'Seen' }

/** The paths of a route. The first returns content. */
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

/** A response without the parts that always differ. */
export const wordsOf = ({ headers, text }: Reply): string =>
  [...headers]
    .filter(([name]) => !['date', 'x-request-id', 'etag', 'content-length'].includes(name))
    .map((line) => line.join(': '))
    .concat(text)
    .join('\n')
