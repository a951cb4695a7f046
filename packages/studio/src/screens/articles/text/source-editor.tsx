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

/** The source of the text, for people who prefer markup. */
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
      // The tab key leaves the text, like any other field.
      indentWithTab={false}
    />
  )
}

/** The nonce of the page allows the style elements that the editor creates. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
