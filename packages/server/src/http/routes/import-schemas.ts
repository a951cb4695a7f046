import { exampleRecord, kinds, recordSchema, shapes } from '@marquee/model'

const kind = kinds.import

const maybeText = { type: ['string', 'null'] }
const anything = { description: 'Any JSON; texts are cut after 2,000 characters.' }

const optionsSchema = {
  title: 'ImportOptions',
  type: 'object',
  additionalProperties: false,
  properties: {
    sourceId: {
      ...shapes.ObjectId,
      description: 'The importSource; else the one with the same address or title, else a new one.',
    },
    title: {
      type: 'string',
      minLength: 1,
      maxLength: 5_000,
      description: 'The name of the source, if it is not that of the file.',
    },
    format: { ...maybeText, description: 'Read as this format instead of the recognized one.' },
    timeZone: { ...maybeText, format: 'time-zone', description: 'Of local times; that of the broadcast when absent.' },
    columns: {
      type: ['object', 'null'],
      maxProperties: 500,
      additionalProperties: { type: 'string' },
      description: 'The role of each column of a table, by its header.',
    },
    rows: {
      type: ['string', 'null'],
      enum: ['sessions', 'hosts', 'places', 'articles', null],
      description: 'What the rows of a table are.',
    },
    rules: {
      type: 'object',
      additionalProperties: false,
      description: 'Defaults: keep, unpublish, published; or those of the last import of the source.',
      properties: {
        conflicts: {
          type: 'string',
          enum: ['keep', 'take'],
          description: 'For fields that both people and the source changed.',
        },
        gone: {
          type: 'string',
          enum: ['unpublish', 'delete', 'keep'],
          description: 'For records that the source no longer has.',
        },
        status: { type: 'string', enum: ['published', 'draft'], description: 'Of new records.' },
      },
    },
    confirmRemovals: {
      type: 'boolean',
      description: 'Without `dry_run`: removes even more than 30 % of the sessions.',
    },
  },
}

/** A programme by address, as text, or again from the file of a preview. */
export const startSchema = {
  title: 'ImportCreate',
  type: 'object',
  additionalProperties: false,
  properties: {
    url: { type: 'string', minLength: 1, maxLength: 2_048, description: 'An address to download the programme from.' },
    text: { type: 'string', minLength: 1, description: 'The programme itself.' },
    importId: { ...shapes.ObjectId, description: 'A preview, whose file is planned again with other options.' },
    name: { type: 'string', minLength: 1, maxLength: 255, description: 'The file name of `text`.' },
    options: optionsSchema,
  },
}

export const uploadSchema = {
  title: 'ImportUpload',
  type: 'object',
  required: ['file'],
  properties: {
    file: { type: 'string', contentMediaType: 'application/octet-stream', description: 'One file of up to 20 MiB.' },
    options: { type: 'string', contentMediaType: 'application/json', description: 'ImportOptions as JSON.' },
  },
}

export const applySchema = {
  title: 'ImportApply',
  type: 'object',
  additionalProperties: false,
  properties: {
    decisions: {
      type: 'object',
      additionalProperties: false,
      properties: {
        matches: {
          type: 'array',
          maxItems: 5_000,
          description: 'New records of the file that are an existing record, such as a proposed one; null for none.',
          items: {
            type: 'object',
            required: ['kind', 'key', 'recordId'],
            additionalProperties: false,
            properties: {
              kind: { type: 'string' },
              key: { type: 'string' },
              recordId: { ...shapes.ObjectId, type: ['string', 'null'] },
            },
          },
        },
        fields: {
          type: 'array',
          maxItems: 5_000,
          description: 'Fields whose outcome is not left to the rules.',
          items: {
            type: 'object',
            required: ['kind', 'key', 'field', 'choice'],
            additionalProperties: false,
            properties: {
              kind: { type: 'string' },
              key: { type: 'string' },
              field: { type: 'string' },
              choice: { type: 'string', enum: ['keep', 'take'] },
            },
          },
        },
      },
    },
    confirmRemovals: { type: 'boolean', description: 'Removes even more than 30 % of the sessions of the source.' },
  },
}

export const applyExample = {
  decisions: {
    fields: [{ kind: 'broadcastSession', key: 'id:4f2a', field: 'title', choice: 'take' }],
  },
}

const changeSchema = {
  title: 'ImportChange',
  type: 'object',
  required: ['kind', 'key', 'recordId', 'action', 'title', 'at', 'reason', 'fields', 'proposals'],
  properties: {
    kind: { type: 'string' },
    key: { type: 'string', description: 'Identifies the record in its source.' },
    recordId: { ...shapes.ObjectId, description: 'Its id, also if it will be created.' },
    action: { type: 'string', enum: ['create', 'update', 'conflict', 'restore', 'remove', 'none'] },
    title: maybeText,
    at: { ...maybeText, description: 'The place in the file.' },
    reason: {
      type: ['string', 'null'],
      enum: ['removed_by_people', 'unpublish', 'delete', 'used', 'not_publishable', 'rule', null],
      description:
        '`unpublish` and `delete`: how it is removed. The others: why it stays as it is, although the source has it again (`removed_by_people`) or no longer.',
    },
    fields: {
      type: 'array',
      items: {
        title: 'ImportFieldChange',
        type: 'object',
        required: ['name', 'base', 'current', 'incoming', 'outcome'],
        properties: {
          name: { type: 'string' },
          base: { ...anything, description: 'After the last import.' },
          current: { ...anything, description: 'Now.' },
          incoming: { ...anything, description: 'In the file.' },
          outcome: {
            type: 'string',
            enum: ['take', 'keep', 'conflict'],
            description: 'Changed by the source, by people, or by both.',
          },
        },
      },
    },
    proposals: {
      type: 'array',
      description: 'Existing records that may be the same as a new one.',
      items: {
        type: 'object',
        required: ['recordId', 'title', 'shared'],
        properties: {
          recordId: shapes.ObjectId,
          title: maybeText,
          shared: { type: 'array', items: { type: 'string', enum: ['time', 'people'] } },
        },
      },
    },
  },
}

const pageProperties = {
  data: { type: 'array', items: changeSchema },
  next: { ...maybeText, description: 'The `cursor` of the next page.' },
  has_more: { type: 'boolean' },
}

export const changesSchema = {
  title: 'ImportChanges',
  type: 'object',
  required: ['data', 'next', 'has_more'],
  properties: pageProperties,
}

const pageExample = {
  data: [
    {
      kind: 'broadcastSession',
      key: 'id:4f2a',
      recordId: '66a1f0c2d4e5b60718293a4c',
      action: 'update',
      title: 'Opening night',
      at: '/schedule/day[1]/room[1]/event[3]',
      reason: null,
      fields: [{ name: 'title', base: 'Opening', current: 'Opening', incoming: 'Opening night', outcome: 'take' }],
      proposals: [],
    },
  ],
  next: null,
  has_more: false,
}
export const changesExample = pageExample

const { properties, ...record } = recordSchema(kind) as unknown as { properties: object; required: string[] }

/** The preview: the stored import, with the first page of its plan. */
export const previewSchema = {
  ...record,
  title: 'ImportPreview',
  required: [...record.required, 'changes'],
  properties: { ...properties, changes: changesSchema },
}
export const previewExample = { ...exampleRecord(kind), changes: pageExample }
