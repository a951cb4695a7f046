import { commonFields, type Field, type Kind } from '../kind.ts'
import { allKinds, broadcastKinds } from '../kinds.ts'
import { queryFields } from '../queryable.ts'
import { expandableFields } from '../references.ts'
import { code, codes, colorPattern, type Shape, wordsFor } from './schema-words.ts'

/** The reference of the content model as one Markdown page: every kind and every shape with their fields. */
export function modelMarkdown(): string {
  const shapes = collectShapes()
  const groups = shapes.filter((shape) => shape.oneOf)
  const options = new Set(groups.flatMap(({ oneOf = [] }) => oneOf.map(({ title }) => title)))
  const sections = [
    intro,
    '## Common fields',
    'Every kind has these; the tables below leave them out.',
    kindTable(commonFields),
    '## Kinds',
    ...allKinds.map(kindSection),
    '## Choices',
    'Objects of several types. A field that is not listed is refused.',
    ...groups.map(groupSection),
    '## Shapes',
    'Objects inside records. A field that is not listed is refused.',
    ...shapes.filter(({ oneOf, title }) => !oneOf && !options.has(title)).map((shape) => shapeSection(shape)),
  ]
  return `${sections.join('\n\n')}\n`
}

const intro = `# Content model

<!-- Made by scripts/content-model.ts from the declarations in packages/model; do not edit it by hand. -->

How to read the tables:

- Presence \`required\`: sent on create, never null. \`always\`: in every record, with the default until it is set; null empties a list or \`metadata\` and is refused for anything else. \`nullable\`: in every record, null or the default until it is set. \`optional\`: absent until it is set; null takes it out again.
- Filter, sort: what \`filters\` and \`sort\` of a list may name. What can be sorted by can be filtered by.
- The numbers after a text are its length in code points.
- An *object id* has 24 lower-case hexadecimal characters. An *id* of a kind is the object id of a record of that kind in the same broadcast, and is checked.
- A *date-time* is ISO 8601 and comes back as a UTC instant with milliseconds.
- A *color* matches \`${colorPattern}\`.
- A *media* is any JSON and comes back as sent; an object with \`mediaId\` is a checked reference to a [media](#media).`

function kindSection(kind: Kind): string {
  const own = Object.entries(kind.fields).filter(([name]) => !(name in commonFields))
  const expandable = [...expandableFields(kind).keys()]
  const facts = [
    broadcastKinds.includes(kind) && `Path \`.../${kind.plural}\`; operations: ${kind.operations.join(', ')}.`,
    kind.area === 'people' && 'A key needs the scope `people` beside `read` or `write`.',
    kind.area === 'members' && 'For signed-in owners; no API key reaches it.',
    kind.logging === 'unlogged' ? 'Not in the change log.' : `Its event types start with \`${kind.events}.\`.`,
    expandable.length > 0 && `\`?expand=\` takes ${codes(expandable)}.`,
    kind.editorial && 'Frozen by revisions.',
    kind.public && `Anybody may read: ${codes([...kind.public])}.`,
  ]
  const list = facts.flatMap((fact) => (fact ? [`- ${fact}`] : [])).join('\n')
  return [`### ${kind.name}`, kind.about, list, kindTable(Object.fromEntries(own), kind)].join('\n\n')
}

function kindTable(fields: Record<string, Field>, kind?: Kind): string {
  const rows = Object.entries(fields).map(([name, field]) => [
    code(name),
    name === 'localeDetails' ? 'object by language' : wordsFor(field.schema),
    field.presence,
    defaultWords(field),
    queryWords(name, kind),
    notesOf(name, field, kind).join('; '),
  ])
  return table(['Field', 'Type', 'Presence', 'Default', 'Filter, sort', 'Notes'], rows)
}

function defaultWords(field: Field): string {
  if (field.presence !== 'always') return field.default === undefined ? '' : code(JSON.stringify(field.default))
  return field.default === undefined ? 'worked out' : code(JSON.stringify(field.default))
}

function queryWords(name: string, kind: Kind | undefined): string {
  if (name === 'metadata') return '`metadata.x` filter'
  const [anyKind] = allKinds
  const known = kind ?? anyKind
  const found = known ? [...queryFields(known).values()].filter((field) => field.name.split('.')[0] === name) : []
  return found
    .map((field) => {
      const use = field.sortable ? 'filter, sort' : 'filter'
      return field.name === name ? use : `${code(field.name)} ${use}`
    })
    .join('; ')
}

function notesOf(name: string, field: Field, kind: Kind | undefined): string[] {
  const notes = [
    field.readOnly && 'set by the service',
    field.immutable && 'fixed after creation',
    field.unique && `unique in the ${field.unique}`,
    field.localized && 'may differ per locale',
    name === 'localeDetails' && kind && `holds ${codes(kind.localized)}`,
    field.merged && 'a patch merges it by key',
    field.secret === true && 'secret: shown as `{"set": true}` or null',
    Array.isArray(field.secret) && `secret inside: ${codes(field.secret)}`,
    field.ownerOnly && 'written by owners and keys only',
    field.keptOnRestore && 'left alone by revisions',
  ]
  return notes.filter((note) => typeof note === 'string')
}

/** A union: fields that all options share are listed once, and each option lists only its own. */
function groupSection(group: Shape, at: number, groups: Shape[]): string {
  const options = group.oneOf ?? []
  const heading = `### ${group.title}\n\nTold apart by \`type\`: ${options.map(wordsFor).join(', ')}.`
  const described = groups.slice(0, at).flatMap(({ oneOf = [] }) => oneOf.map(({ title }) => title))
  if (options.every(({ title }) => described.includes(title))) return heading
  const [first = {}, ...others] = options
  const shared = rowsOf(first).filter(
    (row) =>
      options.every(({ properties = {} }) => row.name in properties) &&
      others.some((other) => hasRow(rowsOf(other), row)),
  )
  const sections = options.map((option) => shapeSection(option, '####', shared))
  return [
    heading,
    'All of them have these fields, which their own tables may narrow:',
    shapeTable(shared),
    ...sections,
  ].join('\n\n')
}

function shapeSection(shape: Shape, level = '###', shared: Row[] = []): string {
  const own = rowsOf(shape).filter((row) => !hasRow(shared, row))
  const about = shape.description ? `${shape.description}\n\n` : ''
  return `${level} ${shape.title}\n\n${about}${shapeTable(own)}`
}

interface Row {
  name: string
  cells: string[]
}

function rowsOf(shape: Shape): Row[] {
  return Object.entries(shape.properties ?? {}).map(([name, member]) => ({
    name,
    cells: [code(name), wordsFor(member), presenceIn(shape, name, member)],
  }))
}

const hasRow = (rows: Row[], { cells }: Row) => rows.some((row) => String(row.cells) === String(cells))

function presenceIn(shape: Shape, name: string, member: Shape): string {
  if (member.readOnly) return 'set by the service'
  const isNullable = [member.type].flat().includes('null')
  return `${shape.required?.includes(name) ? 'required' : 'optional'}${isNullable ? ', nullable' : ''}`
}

/** Every titled object in the fields of the kinds, by title. */
function collectShapes(): Shape[] {
  const shapes = new Map<string, Shape>()
  const visitShape = (shape: Shape) => {
    if (shape.media || (shape.title && shapes.has(shape.title))) return
    if (shape.title) shapes.set(shape.title, shape)
    Object.values(shape.properties ?? {}).forEach(visitShape)
    shape.oneOf?.forEach(visitShape)
    if (shape.items) visitShape(shape.items)
  }
  for (const kind of allKinds) for (const field of Object.values(kind.fields)) visitShape(field.schema)
  return [...shapes.values()].sort((one, other) => ((one.title ?? '') < (other.title ?? '') ? -1 : 1))
}

const shapeTable = (rows: Row[]) =>
  table(
    ['Field', 'Type', 'Presence'],
    rows.map(({ cells }) => cells),
  )

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '-')), ...rows.map(line)].join('\n')
}
