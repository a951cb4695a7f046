import { lazy } from 'react'
import { AudienceEditor } from './audience-editor.tsx'
import type { Editor } from './editor.tsx'
import { EventDatesEditor } from './event-dates-editor.tsx'
import { FormFieldsEditor } from './form-fields-editor.tsx'
import { IconEditor } from './icon-editor.tsx'
import { InstantEditor } from './instant-editor.tsx'
import { LanguagesEditor } from './languages-editor.tsx'
import { ListEditor } from './list-editor.tsx'
import { MediaEditor } from './media-editor.tsx'
import { NavigatorEditor } from './navigator-editor.tsx'
import { ObjectEditor } from './object-editor.tsx'
import {
  ChoiceEditor,
  ColorEditor,
  JsonEditor,
  LocaleEditor,
  LongTextEditor,
  NumberEditor,
  OpenWordEditor,
  SwitchEditor,
  TagsEditor,
  TextEditor,
  TimeOfDayEditor,
  TimeZoneEditor,
} from './plain-editors.tsx'
import { ReferenceEditor, ReferencesEditor } from './reference-editor.tsx'
import { type FieldSchema, isListOfBlocks, typeOf } from './schema.ts'
import { SessionTimeEditor } from './session-time-editor.tsx'
import { MediaTagsEditor } from './tags-editor.tsx'

interface Entry {
  takes: (schema: FieldSchema) => boolean
  editor: Editor
}

const isTitled =
  (...titles: string[]) =>
  (schema: FieldSchema) =>
    titles.includes(schema.title ?? '')
const isListOf =
  (...titles: string[]) =>
  (schema: FieldSchema) =>
    titles.includes(schema.items?.title ?? '')
const isText = (schema: FieldSchema) => typeOf(schema) === 'string'

/** Long texts are multiline. Titles and addresses may be long, too, but are one line. */
const isLongText = (schema: FieldSchema) => {
  const { maxLength = Number.POSITIVE_INFINITY, format, pattern, leadsTo } = schema
  return isText(schema) && !format && !pattern && !leadsTo && maxLength > 500 && maxLength !== titleLength
}
const titleLength = 5_000

/**
 * One editor per type of value; the first that accepts the schema is used. An editor for a single shape goes to the
 * top, by the title of the shape, and is lazy when it is heavy.
 */
const entries: Entry[] = [
  { takes: (schema) => schema.media === true, editor: MediaEditor },
  { takes: isTitled('Icon'), editor: IconEditor },
  { takes: isTitled('Navigator'), editor: NavigatorEditor },
  { takes: isTitled('SessionTime'), editor: SessionTimeEditor },
  { takes: isTitled('EventDates'), editor: EventDatesEditor },
  { takes: isTitled('Audience'), editor: AudienceEditor },
  { takes: isListOf('MediaTag'), editor: MediaTagsEditor },
  { takes: isListOf('FormField'), editor: FormFieldsEditor },
  { takes: isListOfBlocks, editor: lazy(() => import('./blocks-editor.tsx')) },
  { takes: (schema) => schema.items?.refersTo !== undefined, editor: ReferencesEditor },
  { takes: (schema) => schema.refersTo !== undefined, editor: ReferenceEditor },
  { takes: (schema) => schema.isLocale === true, editor: LocaleEditor },
  { takes: (schema) => schema.items?.format === 'language-tag', editor: LanguagesEditor },
  { takes: (schema) => schema.enum !== undefined, editor: ChoiceEditor },
  { takes: (schema) => schema.format === 'date-time', editor: InstantEditor },
  { takes: (schema) => schema.format === 'time-zone', editor: TimeZoneEditor },
  { takes: (schema) => isText(schema) && (schema.pattern ?? '').startsWith('^#'), editor: ColorEditor },
  {
    takes: (schema) => isText(schema) && schema.format === undefined && schema.examples !== undefined,
    editor: OpenWordEditor,
  },
  { takes: (schema) => isText(schema) && (schema.pattern ?? '').includes('2[0-3]):'), editor: TimeOfDayEditor },
  { takes: isLongText, editor: LongTextEditor },
  { takes: isText, editor: TextEditor },
  { takes: (schema) => typeOf(schema) === 'boolean', editor: SwitchEditor },
  { takes: (schema) => ['number', 'integer'].includes(typeOf(schema) ?? ''), editor: NumberEditor },
  { takes: (schema) => schema.items !== undefined && isText(schema.items), editor: TagsEditor },
  { takes: (schema) => schema.items?.properties !== undefined, editor: ListEditor },
  { takes: (schema) => schema.properties !== undefined, editor: ObjectEditor },
]

export function editorFor(schema: FieldSchema): Editor {
  return entries.find(({ takes }) => takes(schema))?.editor ?? JsonEditor
}
