import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import {
  Actor,
  allKinds,
  broadcastKinds,
  ChangeOperation,
  createSchema,
  expandableFields,
  type Field,
  hoistTitled,
  type Kind,
  type Operation,
  patchSchema,
  publicKind,
  publicKinds,
  queryFields,
  recordSchema,
  shapes,
  VisitorEvent,
  viewBodySchema,
  viewSchema,
  views,
  withArticle,
  withNamedReferences,
} from '@marquee/model'
import { statusOf } from '../packages/server/src/base/errors.ts'
import { describeApi } from '../packages/server/src/commands/openapi.ts'
import { comment, interfaceOf, isNullable, type Schema, typeOf, union } from './typescript-of.ts'

/**
 * The types of the SDK: kinds from their declarations, other responses and bodies from the OpenAPI document.
 * `npx node scripts/sdk-types.ts > packages/sdk/src/types.ts`
 */
export function sdkTypes(openapi: object): string {
  const { schemas } = (openapi as { components: { schemas: Record<string, Schema> } }).components
  const inner: Record<string, Schema> = {}
  const hoisted = (schema: unknown) => hoistTitled(schema as never, '', inner as never).schema as Schema
  const parts = [
    header,
    `/** The codes of problems; each always comes with the same status. */\nexport type ProblemCode = ${union(Object.keys(statusOf).map((code) => `'${code}'`))}\n`,
    `/** A language of the broadcast, as a BCP 47 tag. */\nexport type Locale = ${union(shapes.locales.map((locale) => `'${locale}'`))} | (string & {})\n`,
    namedType('Actor', { ...(Actor as Schema), description: 'Who changed something.' }),
    namedType('ChangeOperation', ChangeOperation as Schema),
    namedType('VisitorEvent', {
      ...hoisted(VisitorEvent),
      description: 'An event that visitors send without a token.',
    }),
    ...allKinds.flatMap((kind) => kindTypes(kind, hoisted)),
    ...views.flatMap((view) => viewTypes(view, hoisted)),
    ...[...publicKinds, ...allKinds.filter(({ name }) => name === 'media' || name === 'font')].map(publicType),
    kindsType(),
    pluralsValue(),
  ]
  for (const name of served) parts.push(namedType(name, schemas[name] ?? missing(name)))
  // Shapes found inside records, each once, whether nullable or not.
  const plain = Object.entries(inner).map(([name, schema]) => [name.replace(/OrNull$/, ''), schema] as const)
  for (const [name, schema] of new Map(plain)) parts.push(namedType(name, schema))
  return formatted(parts.join('\n'))
}

const header = `// Made by scripts/sdk-types.ts from the declarations in packages/model and the OpenAPI document; do not edit it by hand.
`

/** Responses and bodies that are not kinds. */
const served = [
  'PublicBroadcast',
  'Bundle',
  'Now',
  'SearchAnswer',
  'SearchResult',
  'SearchHighlight',
  'FormAnswers',
  'ClientPatch',
  'PublicClient',
  'RegisteredClient',
  'ClientEvents',
  'PushKey',
  'NewPresence',
  'Presence',
  'SavedView',
  'SavedViewCreate',
  'SavedViewPatch',
  'NewPreview',
  'Preview',
  'Webhook',
  'WebhookCreate',
  'WebhookUpdate',
  'WebhookRotate',
  'WebhookRecover',
  'EventType',
  'Delivery',
  'DeliveryMade',
  'Recovered',
  'DeleteResult',
  'AuditEntry',
  'Job',
  'MapServices',
  'Address',
  'Conflict',
  'ConflictList',
  'Translations',
  'TranslationList',
  'broadcastEventCounts',
  'VisitSummary',
  'PersonFile',
  'Onboarding',
  'BroadcastDuplicate',
  'OnboardingStart',
  'ImportCreate',
  'ImportOptions',
  'ImportApply',
  'ImportPreview',
  'ImportChanges',
  'ImportChange',
  'ImportFieldChange',
  'WorkflowRunCreate',
  'WorkflowCheck',
  'Hook',
  'RevisionDiff',
  'RecordDiff',
  'FieldDiff',
  'Restored',
  'LeftOut',
  'Trash',
  'TrashEntry',
  'TrashedRecord',
  'RestoredRecord',
  'Purged',
  'Uses',
  'UsesOfKind',
  'ApiKey',
  'ApiKeyCreate',
  'ApiKeyRotate',
  'CampaignReach',
  'CampaignSummary',
  'DomainCheck',
  'CampaignTested',
  'Invitation',
  'ShownInvitation',
  'Membership',
]

function kindTypes(kind: Kind, hoisted: (schema: unknown) => Schema): string[] {
  const name = pascal(kind.name)
  const may = (operation: Operation) => kind.operations.includes(operation)
  const { properties: { _expanded, ...properties } = {}, ...record } = hoisted(recordSchema(kind))
  const shown = { ...record, properties }
  const bodyOf = (schema: unknown, isWritten: (field: Field) => boolean): Schema => {
    const whole = hoisted(schema)
    const isKept = ([name]: [string, Schema]) => {
      const field = kind.fields[name as keyof typeof kind.fields]
      return field !== undefined && isWritten(field)
    }
    return { ...whole, properties: Object.fromEntries(Object.entries(whole.properties ?? {}).filter(isKept)) }
  }
  const types = [
    interfaceOf(name, { ...withTexts(shown, name), description: kind.about }, nameOf, commentsOf(kind, 'record')),
  ]
  const [texts] = Object.values(properties.localeDetails?.patternProperties ?? {})
  if (texts) {
    const description = `What a ${kind.name} says in one language, where that differs.`
    types.push(interfaceOf(`${name}Texts`, { ...texts, description }, nameOf))
  }
  if (may('create')) {
    const body = withTexts(
      bodyOf(withNamedReferences(createSchema(kind)), ({ readOnly }) => !readOnly),
      name,
    )
    const description = `What a new ${kind.name} is made from.`
    types.push(interfaceOf(`${name}Create`, { ...body, description }, nameOf, commentsOf(kind, 'create')))
  }
  if (may('update')) {
    const body = withTexts(
      bodyOf(withNamedReferences(patchSchema(kind)), ({ readOnly, immutable }) => !readOnly && !immutable),
      name,
    )
    const description = `A change of ${withArticle(kind.name)}: what is left out stays, null clears.`
    types.push(interfaceOf(`${name}Patch`, { ...body, description }, nameOf, commentsOf(kind, 'patch')))
  }
  return types
}

/** Replaces the repeated types of each language by one named type. */
function withTexts(schema: Schema, name: string): Schema {
  const localeDetails = schema.properties?.localeDetails
  if (!localeDetails) return schema
  const isOneNullable = Object.values(localeDetails.patternProperties ?? {}).some(isNullable)
  const written = `Partial<Record<Locale, ${name}Texts${isOneNullable ? ' | null' : ''}>> | null`
  return { ...schema, properties: { ...schema.properties, localeDetails: { written } } }
}

function commentsOf(kind: Kind, of: 'record' | 'create' | 'patch'): Record<string, string> {
  const isBody = of !== 'record'
  const notes = Object.entries(kind.fields).map(([name, field]) => {
    const { refersTo, items } = field.schema as { refersTo?: string; items?: { refersTo?: string } }
    const words = [
      field.label?.toLowerCase() !== name.replace(/^_/, '') && field.label,
      refersTo && `the id of a ${refersTo}`,
      items?.refersTo && `ids, each of a ${items.refersTo}`,
      field.readOnly && 'set by the service',
      field.immutable && 'fixed after creation',
      field.unique && `unique in the ${field.unique}`,
      name === 'localeDetails' && `what is said otherwise in other languages: ${kind.localized.join(', ')}`,
      of === 'patch' && field.merged && 'merged by key; null removes a key',
      !isBody && field.secret === true && 'never returned; `set` says whether there is one',
      Array.isArray(field.secret) && `never returned: ${field.secret.join(', ')}`,
      field.ownerOnly && 'written by owners and keys only',
      of === 'create' && isPlain(field.default) && `\`${field.default}\` by default`,
    ].filter((word) => typeof word === 'string')
    return [name, sentence(words.join('; '))] as const
  })
  return Object.fromEntries(notes.filter(([, note]) => note !== ''))
}

const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number'

function viewTypes(view: (typeof views)[number], hoisted: (schema: unknown) => Schema): string[] {
  const name = pascal(view.name)
  const isListedWhole = !Object.values(view.fields).some(({ onlyAlone }) => onlyAlone)
  const body = (operation: 'create' | 'update') => {
    const whole = hoisted(viewBodySchema(view, operation))
    const kept = Object.entries(whole.properties ?? {}).filter(([field]) => !view.fields[field]?.readOnly)
    return { ...whole, properties: Object.fromEntries(kept) }
  }
  return [
    interfaceOf(name, { ...hoisted(viewSchema(view)), description: view.about }, nameOf),
    ...(isListedWhole
      ? []
      : [
          interfaceOf(
            `${name}InList`,
            { ...hoisted(viewSchema(view, true)), description: `What lists show of it.` },
            nameOf,
          ),
        ]),
    interfaceOf(`${name}Create`, body('create'), nameOf),
    interfaceOf(`${name}Update`, body('update'), nameOf),
  ]
}

function publicType(kind: Kind): string {
  const fields = Object.keys(publicKind(kind).fields).map((field) => `'${field}'`)
  return `${comment(`What anybody may read of a ${kind.name}.`)}export type Public${pascal(kind.name)} = Pick<${pascal(kind.name)}, ${union(fields)}>\n`
}

/** The map from kind names to their types. */
function kindsType(): string {
  const names = (list: Iterable<string>) => union([...list].map((name) => `'${name}'`)) || 'never'
  const rows = allKinds.map((kind) => {
    const name = pascal(kind.name)
    const query = [...queryFields(kind).values()]
    const may = (operation: Operation) => kind.operations.includes(operation)
    return `${kind.name}: {
      record: ${name}
      create: ${may('create') ? `${name}Create` : 'never'}
      patch: ${may('update') ? `${name}Patch` : 'never'}
      filter: ${names(query.map((field) => field.name))}
      sort: ${names(query.filter(({ sortable }) => sortable).map((field) => field.name))}
      expand: ${names(expandableFields(kind).keys())}
    }`
  })
  const shown = publicKinds.map((kind) => `${kind.name}: Public${pascal(kind.name)}`)
  return `/** Every kind by its name: what it is, what makes and changes one, and what lists of it may name. */
export interface Kinds {\n${rows.join('\n')}\n}

/** The kinds whose published records anybody may read. */
export interface PublicKinds {\n${shown.join('\n')}\n}\n`
}

function pluralsValue(): string {
  const rows = broadcastKinds.map(({ name, plural }) => `${name}: '${plural}'`)
  return `/** How addresses name the kinds that live in a broadcast. */\nexport const plurals = {\n${rows.join(',\n')},\n} as const\n`
}

function namedType(name: string, schema: Schema): string {
  const named = nameOf(name)
  const types = [schema.type ?? []].flat().filter(isNotNull)
  const isObject =
    schema.properties !== undefined && types.length < 2 && (schema.oneOf === undefined || types[0] === 'object')
  if (isObject) return interfaceOf(named, schema, nameOf)
  const withoutNull = isNullable(schema) ? { ...schema, type: [schema.type].flat().filter(isNotNull) } : schema
  return `${comment(schema.description)}export type ${named} = ${typeOf(withoutNull as Schema, nameOf)}\n`
}

const isNotNull = (type: string | undefined) => type !== 'null'

/** The kind `media` keeps its name; the shape of media fields gets another one. */
function nameOf(ref: string): string {
  if (ref.endsWith('OrNull')) return `${nameOf(ref.slice(0, -'OrNull'.length))} | null`
  return ref === 'Media' ? 'MediaValue' : pascal(ref)
}

const pascal = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

const sentence = (text: string) => (text === '' ? '' : `${pascal(text)}.`)

function missing(name: string): never {
  throw new Error(`the OpenAPI document has no ${name}`)
}

function formatted(text: string): string {
  const biome = fileURLToPath(new URL('../node_modules/.bin/biome', import.meta.url))
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  const { status, stdout, stderr } = spawnSync(biome, ['format', '--stdin-file-path=packages/sdk/src/types.ts'], {
    input: text,
    cwd,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`the types cannot be formatted: ${stderr}`)
  return stdout
}

if (import.meta.main) process.stdout.write(sdkTypes(await describeApi()))
