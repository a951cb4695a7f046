import { javascript, javascriptLanguage } from '@codemirror/lang-javascript'
import { useComputedColorScheme } from '@mantine/core'
import CodeMirror, { EditorView } from '@uiw/react-codemirror'
import { useMemo } from 'react'
import { completionsFor, preview, type Variable } from '../graph/variables.ts'
import './panel.css'

export interface CodeEditorProps {
  label: string
  value: string
  onChange: (value: string) => void
  variables: readonly Variable[]
  /** An expression starts with one line, code with a few. */
  isProgram: boolean
  isDisabled: boolean
  placeholder?: string
  isInvalid?: boolean
  /** Provides a function that inserts text at the cursor. */
  onReady?: (insert: (text: string) => void) => void
}

/** A JavaScript editor that completes the variables of the step. */
export default function CodeEditor(props: CodeEditorProps) {
  const { label, value, onChange, variables, isProgram, isDisabled, placeholder, isInvalid, onReady } = props
  const scheme = useComputedColorScheme('light')
  const extensions = useMemo(
    () => [
      javascript(),
      EditorView.lineWrapping,
      EditorView.cspNonce.of(nonce()),
      EditorView.contentAttributes.of({ 'aria-label': label, 'aria-invalid': String(isInvalid ?? false) }),
      javascriptLanguage.data.of({ autocomplete: (context: Context) => complete(context, variables) }),
    ],
    [label, variables, isInvalid],
  )
  return (
    <CodeMirror
      className="code-editor"
      data-invalid={isInvalid || undefined}
      value={value}
      onChange={onChange}
      theme={scheme}
      editable={!isDisabled}
      readOnly={isDisabled}
      placeholder={placeholder}
      // The tab key leaves the editor, like any other field.
      indentWithTab={false}
      basicSetup={{
        lineNumbers: isProgram,
        foldGutter: false,
        highlightActiveLine: isProgram,
        highlightActiveLineGutter: isProgram,
      }}
      minHeight={isProgram ? '220px' : '38px'}
      maxHeight={isProgram ? '480px' : '180px'}
      extensions={extensions}
      onCreateEditor={(view) =>
        onReady?.((text) => {
          view.dispatch(view.state.replaceSelection(text))
          view.focus()
        })
      }
    />
  )
}

/** The part of a completion request that is needed here. */
interface Context {
  pos: number
  explicit: boolean
  state: { doc: { sliceString(from: number, to: number): string } }
}

function complete({ pos, explicit, state }: Context, variables: readonly Variable[]) {
  const before = state.doc.sliceString(Math.max(0, pos - 400), pos)
  const found = completionsFor(before, variables)
  if (!found || (!explicit && found.from === before.length && !before.endsWith('.'))) return null
  return {
    from: pos - (before.length - found.from),
    options: found.options.map(({ path, known }) => ({
      label: path,
      type: 'variable',
      ...(known && { detail: preview(known.value, 40) }),
    })),
  }
}

/** The Content Security Policy requires a nonce of style elements created at run time. */
const nonce = () => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
