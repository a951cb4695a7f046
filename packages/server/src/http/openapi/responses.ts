import { exampleOf } from '@marquee/model'
import type { AnswerSpec, DescribedRoute } from '../route.ts'
import { dryRun } from '../routes/kind-route-parts.ts'
import { notModifiedOf, refusalHeaders, refusalsOf } from './answers.ts'
import { answerHeaders, hasEtag, takesKey } from './headers.ts'
import { dryRunReport, pickedList, pickedRecord } from './picked-schemas.ts'
import { textExamples } from './text-examples.ts'

/** The answers of an operation: its own, and the refusals that it shares with others. */
export function responsesOf(route: DescribedRoute, shown: (schema: object) => object): Record<string, object> {
  const responses: Record<string, object> = {}
  for (const [status, answer] of Object.entries(answersOf(route)))
    responses[status] = Number(status) < 400 ? success(route, answer, shown) : refusal(route, Number(status), answer)
  if (hasEtag(route)) responses[304] = notModifiedOf(route)
  for (const [status, ref] of refusalsOf(route)) responses[status] ??= ref
  return responses
}

function success(route: DescribedRoute, answer: AnswerSpec, shown: (schema: object) => object): object {
  const { description, schema, contentType, alsoAs } = answer
  const content: Record<string, object> = {}
  if (schema) {
    const { example = exampleOf(schema) } = answer
    content[contentType ?? 'application/json'] = { schema: shown(schema), example }
  } else if (contentType) content[contentType] = textContent(contentType)
  if (alsoAs) content[alsoAs] = textContent(alsoAs)
  return {
    description,
    headers: answerHeaders(route, answer.headers),
    ...(Object.keys(content).length > 0 && { content }),
  }
}

function textContent(contentType: string): object {
  const example = textExamples[contentType]
  if (example === undefined) return { schema: { type: 'string', contentMediaType: contentType } }
  return { schema: { type: contentType.endsWith('json') ? 'object' : 'string' }, example }
}

function refusal(route: DescribedRoute, status: number, { description, example }: AnswerSpec): object {
  const isTemporary = status === 409 || status === 429 || status === 503
  return {
    description,
    headers: refusalHeaders(takesKey(route), isTemporary),
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        ...(example !== undefined && { example }),
      },
    },
  }
}

/** The responses of a route, adjusted by its parameters: a dry run returns 200 with a report, `?fields=` leaves fields out. */
function answersOf(route: DescribedRoute): DescribedRoute['answers'] {
  const answers = { ...route.answers }
  const ok = answers[200]
  const isReading = 'fields' in route.params && ok?.schema !== undefined
  if (ok && isReading)
    answers[200] = { ...ok, schema: { anyOf: [ok.schema, isList(ok.schema) ? pickedList : pickedRecord] } }
  // A route whose dry run has an answer of its own has a parameter of its own.
  if (route.params.dry_run === dryRun) {
    answers[200] = ok?.schema
      ? {
          ...ok,
          description: `${ok.description} With \`?dry_run=true\`, what would happen.`,
          schema: { anyOf: [ok.schema, dryRunReport] },
        }
      : { description: 'With `?dry_run=true`: what would happen. Nothing was changed.', schema: dryRunReport }
  }
  return answers
}

const isList = (schema: object | undefined) =>
  'data' in ((schema as { properties?: object } | undefined)?.properties ?? {})
