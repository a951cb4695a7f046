import { type ReactNode, useMemo } from 'react'
import { blockEditors } from '../../fields/blocks/editors.ts'
import { EditorPicker, useEditorFor } from '../../fields/editor.tsx'

/** Provides the editors of blocks to other forms: segmented controls for known values, and targets found by name. */
export function KnownWords({ children }: { children: ReactNode }) {
  const usual = useEditorFor()
  const editorFor = useMemo(() => blockEditors(usual), [usual])
  return <EditorPicker value={editorFor}>{children}</EditorPicker>
}
