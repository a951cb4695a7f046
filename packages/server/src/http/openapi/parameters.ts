import type { DescribedRoute } from '../route.ts'
import { requestHeaderComponents, requestHeaders } from './headers.ts'

/** Parameters, each written once under `components` however many operations take it. */
export interface SharedParameters {
  components: Record<string, object>
  /** References to the parameters of an operation. */
  of(route: DescribedRoute): object[]
}

export function createSharedParameters(): SharedParameters {
  const components: Record<string, object> = { ...requestHeaderComponents }
  const names = new Map<string, string>()

  const share = (parameter: { name: string }): object => {
    const key = JSON.stringify(parameter)
    const name = names.get(key) ?? freeName(parameter.name, components)
    names.set(key, name)
    components[name] = parameter
    return { $ref: `#/components/parameters/${name}` }
  }

  return {
    components,
    of: (route) => [...[...pathParameters(route), ...queryParameters(route)].map(share), ...requestHeaders(route)],
  }
}

/** `limit`, then `limit2` for one that differs. */
function freeName(name: string, taken: Record<string, object>, number = 1): string {
  const candidate = number === 1 ? name : `${name}${number}`
  return candidate in taken ? freeName(name, taken, number + 1) : candidate
}

function pathParameters(route: DescribedRoute): { name: string }[] {
  return [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: name.endsWith('Id')
      ? { type: 'string', format: 'objectId', minLength: 24, maxLength: 24 }
      : { type: 'string' },
  }))
}

function queryParameters(route: DescribedRoute): { name: string }[] {
  return Object.entries(route.params).map(([name, { schema, description }]) => ({
    name,
    in: 'query',
    required: false,
    description,
    schema,
  }))
}
