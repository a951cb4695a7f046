import { type ReactNode, useMemo } from 'react'
import { blockEditors } from '../../fields/blocks/editors.ts'
import { EditorPicker, useEditorFor } from '../../fields/editor.tsx'

/** Gives the forms inside the editors that blocks have: known words side by side, and places found by their names. */
export function KnownWords({ children }: { children: ReactNode }) {
  const usual = useEditorFor()
  const editorFor = useMemo(() => blockEditors(usual), [usual])
  return <EditorPicker value={editorFor}>{children}</EditorPicker>
}
