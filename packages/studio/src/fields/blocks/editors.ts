import type { KindName } from '../../data/api.ts'
import type { Editor } from '../editor.tsx'
import type { FieldSchema } from '../schema.ts'
import { MarkdownEditor } from './markdown-editor.tsx'
import { NavigatorPicker } from './navigator-picker.tsx'
import { queryEditorOf } from './query-editor.tsx'
import { isFewWords, WordEditor } from './word-editor.tsx'

/** Editors that blocks and the frame of the app use instead of the usual ones. */
export function blockEditors(
  usual: (schema: FieldSchema) => Editor,
  lists?: KindName,
): (schema: FieldSchema) => Editor {
  return (schema) => {
    if (schema.title === 'Navigator') return NavigatorPicker
    if (schema.title === 'NavigatorQuery' && lists) return queryEditorOf(lists)
    if (schema.maxLength === paragraphLength && schema.format === undefined) return MarkdownEditor
    if (isFewWords(schema)) return WordEditor
    return usual(schema)
  }
}

/** The maximum length of a paragraph in the model, which distinguishes it from a title. */
const paragraphLength = 50_000
