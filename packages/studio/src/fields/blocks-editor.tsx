import type { EditorProps } from './editor.tsx'
import { JsonEditor } from './plain-editors.tsx'

/** The blocks of a record, as text. */
export default function BlocksEditor(props: EditorProps) {
  return <JsonEditor {...props} />
}
