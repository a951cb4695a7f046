import { invalid, shapes, translatableKinds } from '@marquee/model'
import { readTranslationRecords, readTranslations } from '../../content/translations.ts'
import type { Db } from '../../store/db.ts'
import { flag, integer, locale, names } from '../params.ts'
import { forMembers, type Route } from '../route.ts'
import { broadcastPath } from './kind-route-parts.ts'

/** The progress of translations, and the records that lack some. */
export function translationRoutes({ db }: { db: Db }): Route[] {
  return [
    forMembers('content.read', {
      method: 'GET',
      path: `${broadcastPath}/translations`,
      tag: 'translations',
      summary: 'Count the translated texts',
      kept: 'content',
      params: {},
      answers: {
        200: {
          description:
            'Each language of the broadcast, in the order of its list. Texts that are written in a language need no translation into it.',
          schema: translationsSchema,
          example: { data: [{ locale: 'en', ...counted, kinds: [{ kind: translatableKinds[0]?.name, ...counted }] }] },
        },
      },
      async handle({ membership }) {
        return { status: 200, json: { data: await readTranslations(db, membership.broadcastId) }, etag: true }
      },
    }),
    forMembers('content.read', {
      method: 'GET',
      path: `${broadcastPath}/translations/records`,
      tag: 'translations',
      summary: 'List records with texts to translate',
      kept: 'content',
      params: {
        locale: locale('The language to translate into, one of the broadcast. Required.'),
        kinds: names(
          translatableKinds.flatMap(({ name, plural }) => [name, plural]),
          'The kinds to list, by name or plural; all when absent.',
        ),
        missing: flag('Only records with a text that is not translated.'),
        limit: integer({ default: 50, min: 1, max: 200, description: 'How many, 1 to 200.' }),
        skip: integer({ default: 0, min: 0, description: 'How many to skip.' }),
      },
      answers: {
        200: {
          description: 'Kind by kind, by name. Records without texts are left out.',
          schema: listSchema,
          example: {
            data: [
              { kind: translatableKinds[0]?.name, _id: '66a1f0c2d4e5b60718293a4b', title: 'Ouverture', ...counted },
            ],
            metadata: { total: 1, limit: 50, skip: 0 },
          },
        },
      },
      async handle({ query, membership }) {
        const { locale: asked, kinds: wanted, missing, limit, skip } = query
        if (asked === null) throw invalid('?locale', 'required', 'is required')
        const kinds = translatableKinds.filter(
          ({ name, plural }) => !wanted || wanted.includes(name) || wanted.includes(plural),
        )
        const page = { locale: asked, isMissingOnly: missing, limit, skip }
        const { data, total } = await readTranslationRecords(db, membership.broadcastId, kinds, page)
        return { status: 200, json: { data, metadata: { total, limit, skip } }, etag: true }
      },
    }),
  ]
}

const counted = { translatable: 2, translated: 1 }
const count = { type: 'integer', minimum: 0 }
const counts = {
  translatable: { ...count, description: 'Texts that are not empty in their main language.' },
  translated: { ...count, description: 'Those of them that are not empty in this language.' },
}
const kind = { type: 'string', enum: translatableKinds.map(({ name }) => name) }

const objectOf = (properties: Record<string, object>, title?: string) => ({
  ...(title && { title }),
  type: 'object',
  required: Object.keys(properties),
  properties,
})
const listOf = (properties: Record<string, object>, title?: string) => ({
  type: 'array',
  items: objectOf(properties, title),
})

const translationsSchema = objectOf(
  { data: listOf({ locale: shapes.LanguageTag, ...counts, kinds: listOf({ kind, ...counts }) }) },
  'Translations',
)

const listSchema = objectOf(
  {
    data: listOf({ kind, _id: shapes.ObjectId, title: { type: ['string', 'null'] }, ...counts }),
    metadata: objectOf({ total: count, limit: count, skip: count }),
  },
  'TranslationList',
)
