import { IconDatabase } from '@tabler/icons-react'
import { fixedValue } from '../graph/wrapper.ts'
import { fieldsOfKind } from './content-kinds.ts'
import type { Choice, Config, NodeDeclaration } from './declaration.ts'

const operations: Choice[] = [
  { value: 'list', label: ['List', 'Lister', 'Listar'] },
  { value: 'read', label: ['Read', 'Lire', 'Leer'] },
  { value: 'create', label: ['Create', 'Créer', 'Crear'] },
  { value: 'update', label: ['Change', 'Modifier', 'Cambiar'] },
  { value: 'delete', label: ['Delete', 'Supprimer', 'Eliminar'] },
]

const during =
  (...names: string[]) =>
  (config: Config) => {
    const operation = fixedValue(config.operation)
    return typeof operation !== 'string' || names.includes(operation)
  }

const allFields = (config: Config) => fieldsOfKind(fixedValue(config.resource)).map(({ name }) => name)
const writtenFields = (config: Config) =>
  fieldsOfKind(fixedValue(config.resource))
    .filter(({ isWritten }) => isWritten)
    .map(({ name }) => name)

/** Content of the broadcast. */
export const amply: NodeDeclaration = {
  texts: {
    en: { name: 'Content', hint: 'List, read, create, change or delete content' },
    fr: { name: 'Contenu', hint: 'Lister, lire, créer, modifier ou supprimer du contenu' },
    es: { name: 'Contenido', hint: 'Listar, leer, crear, cambiar o eliminar contenido' },
  },
  icon: IconDatabase,
  color: 'blue',
  idBase: 'content',
  condition: (config) => {
    const operation = fixedValue(config.operation)
    if (operation === 'list') return 'last.data.length > 0'
    if (operation === 'delete') return 'last.success'
    return allFields(config).includes('status') ? "last.status === 'published'" : 'last._reference !== null'
  },
  initial: { operation: { type: 'enum', value: 'list' }, resource: { type: 'string', value: 'broadcastSession' } },
  summary: (setting, { choiceName, kindName }) => {
    const parts = [choiceName(operations, setting('operation')), kindName(setting('resource'))]
    return parts.filter((part) => part !== '').join(' · ')
  },
  fields: [
    {
      label: ['What to do', 'Que faire', 'Qué hacer'],
      path: ['operation'],
      type: 'enum',
      form: 'choice',
      choices: operations,
      isRequired: true,
      example: "input.isNew ? 'create' : 'update'",
    },
    {
      label: ['With which content', 'Avec quel contenu', 'Con qué contenido'],
      path: ['resource'],
      type: 'string',
      form: 'kind',
      isRequired: true,
      example: 'input.kind',
    },
    {
      label: ['Id of the record', 'Identifiant de la fiche', 'Id de la ficha'],
      path: ['id'],
      type: 'string',
      form: 'text',
      isRequired: true,
      isShown: during('read', 'update', 'delete'),
      example: 'item._id',
    },
    {
      label: ['Fields to write', 'Champs à écrire', 'Campos que escribir'],
      path: ['body'],
      keys: writtenFields,
      type: 'object',
      form: 'entries',
      isRequired: true,
      isShown: during('create', 'update'),
      example: '({ title: last.title })',
    },
    {
      label: ['Only where', 'Seulement si', 'Solo donde'],
      path: ['metadata', 'filters'],
      keys: allFields,
      type: 'object',
      form: 'entries',
      isShown: during('list'),
      example: "({ status: 'published' })",
    },
    {
      label: [
        'Also drafts and scheduled articles',
        'Brouillons et articles programmés compris',
        'También borradores y artículos programados',
      ],
      path: ['metadata', 'preview'],
      type: 'boolean',
      form: 'switch',
      isShown: during('list', 'read'),
      example: 'input.withDrafts === true',
    },
    {
      label: ['At most', 'Au plus', 'Como máximo'],
      path: ['metadata', 'cursors', 'limit'],
      type: 'number',
      form: 'number',
      min: 0,
      max: 200,
      isShown: during('list'),
      example: 'input.limit',
    },
    {
      label: ['Order', 'Ordre', 'Orden'],
      path: ['metadata', 'cursors', 'sort'],
      keys: allFields,
      type: 'object',
      form: 'entries',
      isShown: during('list'),
      isRare: true,
      example: "({ 'time.start': 'asc' })",
    },
    {
      label: ['How filters combine', 'Combinaison des filtres', 'Cómo se combinan los filtros'],
      path: ['metadata', 'filtersLogical'],
      type: 'enum',
      form: 'choice',
      choices: [
        { value: '$and', label: ['All must match', 'Tous doivent convenir', 'Deben cumplirse todos'] },
        { value: '$or', label: ['Any may match', 'Un seul suffit', 'Basta con uno'] },
        { value: '$nor', label: ['None may match', 'Aucun ne doit convenir', 'No debe cumplirse ninguno'] },
      ],
      isShown: during('list'),
      isRare: true,
      example: "'$or'",
    },
    {
      label: ['Skip the first', 'Passer les premiers', 'Saltar los primeros'],
      path: ['metadata', 'cursors', 'skip'],
      type: 'number',
      form: 'number',
      min: 0,
      isShown: during('list'),
      isRare: true,
      example: 'index * 200',
    },
    {
      label: ['After the record with the id', 'Après la fiche d’identifiant', 'Después de la ficha con id'],
      path: ['metadata', 'cursors', 'startId'],
      type: 'string',
      form: 'text',
      isShown: during('list'),
      isRare: true,
      example: 'last.metadata.nextStartId',
    },
  ],
}
