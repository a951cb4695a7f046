import { rateHeaderNames } from './headers.ts'

interface Operation {
  parameters: { $ref?: string }[]
  responses: Record<string, { headers?: Record<string, object> }>
}

/**
 * The document for the reference page, without what the introduction says of all operations: request ids, rate limits, 500, 503.
 * They are a third of its nodes, and the page needs time for each before anything can be read.
 */
export function briefDocument(document: object): object {
  const { paths, ...rest } = document as { paths: Record<string, Record<string, Operation>> }
  return {
    ...rest,
    paths: mapValues(paths, (methods) =>
      mapValues(methods, (operation) => ({
        ...operation,
        parameters: operation.parameters.filter(({ $ref }) => $ref !== '#/components/parameters/RequestId'),
        responses: briefResponses(operation.responses),
      })),
    ),
  }
}

function briefResponses(responses: Operation['responses']): object {
  const kept = Object.entries(responses).filter(([status]) => !status.startsWith('5'))
  return mapValues(Object.fromEntries(kept), ({ headers, ...response }) => ({
    ...response,
    ...(headers && { headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !onAll.has(name))) }),
  }))
}

const onAll = new Set(['X-Request-Id', ...rateHeaderNames])

const mapValues = <T, R>(record: Record<string, T>, change: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
