import { invalid, searchableKinds } from '@marquee/model'
import type { Search, SearchQuery } from '../../search/search.ts'
import { integer, locale, names, type Param, type ParamValues } from '../params.ts'
import { forMembers, type Route } from '../route.ts'
import { broadcastPath } from './kind-route-parts.ts'

export function searchRoutes({ search }: { search: Search }): Route[] {
  return [
    forMembers('content.read', {
      method: 'GET',
      path: `${broadcastPath}/search`,
      tag: 'search',
      summary: 'Search the content',
      params: searchParams,
      answers: { 200: searchAnswerSpec },
      async handle({ query, membership }) {
        const answer = await search.search(membership.broadcastId, searchQueryOf(query))
        return { status: 200, json: answer, etag: true }
      },
    }),
  ]
}

const maxLength = 200

const q: Param<string | null> = {
  schema: { type: 'string', minLength: 1, maxLength, examples: ['jazz ete'] },
  description:
    'The words to search for. Every word, or a word that begins with it, must occur in some field; case and accents are ignored.',
  default: null,
  parse(value, at) {
    const trimmed = value.trim()
    const { length } = [...trimmed]
    if (length < 1 || length > maxLength) throw invalid(at, 'length', `must have 1 to ${maxLength} characters`)
    return trimmed
  },
}

/** The parameters of a search, shared by both endpoints. */
export const searchParams = {
  q,
  kinds: names(
    searchableKinds.flatMap(({ name, plural }) => [name, plural]),
    'The kinds to search, by name or plural; all when absent.',
  ),
  locale: locale('Searches the texts that are shown in this language; those of all languages when absent.'),
  limit: integer({ default: 20, min: 1, max: 100, description: 'How many results, 1 to 100.' }),
  skip: integer({ default: 0, min: 0, description: 'How many results to skip.' }),
}

/** Builds the search query from the parameters. */
export function searchQueryOf(query: ParamValues<typeof searchParams>): SearchQuery {
  const { kinds, locale: language, limit, skip } = query
  if (query.q === null) throw invalid('?q', 'required', 'is required')
  return {
    q: query.q,
    kinds: kinds
      ? searchableKinds.filter(({ name, plural }) => kinds.includes(name) || kinds.includes(plural))
      : searchableKinds,
    locale: language,
    limit,
    skip,
  }
}

const highlightSchema = {
  title: 'SearchHighlight',
  type: 'object',
  required: ['field', 'text', 'ranges'],
  properties: {
    field: { type: 'string' },
    text: {
      type: 'string',
      description: 'The plain text of the field; of a long one, the surroundings of the first match.',
    },
    ranges: {
      type: 'array',
      description: 'The matches in the text: start and end, in UTF-16 code units.',
      items: { type: 'array', minItems: 2, maxItems: 2, items: { type: 'integer', minimum: 0 } },
    },
  },
}

export const searchAnswerSpec = {
  description: 'The matching records, best first.',
  schema: {
    title: 'SearchAnswer',
    type: 'object',
    required: ['data', 'total'],
    properties: {
      data: {
        type: 'array',
        items: {
          title: 'SearchResult',
          type: 'object',
          required: ['kind', '_id', 'title', 'locale', 'score', 'highlights'],
          properties: {
            kind: { type: 'string', enum: searchableKinds.map(({ name }) => name) },
            _id: { type: 'string', format: 'objectId' },
            title: { type: ['string', 'null'] },
            locale: {
              type: ['string', 'null'],
              description: 'The language of what was found, where it is known.',
            },
            score: { type: 'number', minimum: 0, maximum: 1 },
            highlights: { type: 'array', items: highlightSchema },
          },
        },
      },
      total: { type: 'integer', description: 'The total number of records.' },
    },
  },
  example: {
    data: [
      {
        kind: searchableKinds[0]?.name,
        _id: '66a1f0c2d4e5b60718293a4b',
        title: 'Jazz d’été',
        locale: 'fr',
        score: 1,
        highlights: [
          {
            field: 'title',
            text: 'Jazz d’été',
            ranges: [
              [0, 4],
              [7, 10],
            ],
          },
        ],
      },
    ],
    total: 1,
  },
}
