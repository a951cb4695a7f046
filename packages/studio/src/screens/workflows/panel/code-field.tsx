import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { CodeEditorProps } from './code-editor.tsx'

const CodeEditor = lazy(() => import('./code-editor.tsx'))

/** The code editor, loaded when the first one is shown. */
export function CodeField(props: CodeEditorProps) {
  return (
    <Suspense fallback={<Skeleton h={props.isProgram ? 220 : 38} />}>
      <CodeEditor {...props} />
    </Suspense>
  )
}
