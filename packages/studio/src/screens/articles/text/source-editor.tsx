import { html } from '@codemirror/lang-html'
import { useComputedColorScheme } from '@mantine/core'
import CodeMirror, { EditorView } from '@uiw/react-codemirror'
import { useMemo } from 'react'
import type { ContentFormat } from './plain-text.ts'

interface Props {
  value: string
  format: ContentFormat
  onChange: (value: string) => void
  isDisabled: boolean
  label: string
}

/** The text as it is stored, for those who want to see its marks. */
export default function SourceEditor({ value, format, onChange, isDisabled, label }: Props) {
  const scheme = useComputedColorScheme('light')
  const extensions = useMemo(
    () => [
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'true' }),
      ...(nonce ? [EditorView.cspNonce.of(nonce)] : []),
      ...(format === 'html' ? [html()] : []),
    ],
    [format, label],
  )
  return (
    <CodeMirror
      className="article-source"
      value={value}
      onChange={onChange}
      readOnly={isDisabled}
      theme={scheme}
      minHeight="50vh"
      extensions={extensions}
      basicSetup={{ lineNumbers: format === 'html', foldGutter: format === 'html', highlightActiveLine: false }}
      // The tab key leaves the text, as it leaves every other field.
      indentWithTab={false}
    />
  )
}

/** Styles that the editor makes while it runs are let in by the nonce of the page. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
