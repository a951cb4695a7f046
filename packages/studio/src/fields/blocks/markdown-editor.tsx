import { ActionIcon, Group, Textarea, Tooltip } from '@mantine/core'
import { IconBold, IconItalic, IconLink, IconList } from '@tabler/icons-react'
import { useRef } from 'react'
import { errorAt } from '../../data/pointers.ts'
import { useTexts } from '../../texts/language.tsx'
import type { EditorProps } from '../editor.tsx'
import { type Mark, marked } from './marks.ts'
import { texts } from './texts.ts'

/** Formatted text, written as Markdown; buttons and the usual shortcuts insert the marks. */
export function MarkdownEditor({ label, value, onChange, errors, pointer, isDisabled, placeholder }: EditorProps) {
  const t = useTexts(texts)
  const area = useRef<HTMLTextAreaElement>(null)
  const text = typeof value === 'string' ? value : ''
  const set = (mark: Mark) => {
    const { current } = area
    if (!current) return
    const next = marked(text, current.selectionStart, current.selectionEnd, mark)
    onChange(next.text)
    requestAnimationFrame(() => {
      current.focus()
      current.setSelectionRange(next.from, next.to)
    })
  }
  return (
    <Textarea
      ref={area}
      label={label}
      description={t.markdown.hint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      inputContainer={(input) => (
        <>
          <Group gap={2} mb={4}>
            {tools.map(({ mark, icon: Icon }) => (
              <Tooltip key={mark} label={t.markdown[mark]}>
                <ActionIcon aria-label={t.markdown[mark]} disabled={isDisabled} onClick={() => set(mark)}>
                  <Icon size={16} />
                </ActionIcon>
              </Tooltip>
            ))}
          </Group>
          {input}
        </>
      )}
      autosize
      minRows={3}
      maxRows={16}
      disabled={isDisabled}
      placeholder={placeholder}
      error={errorAt(errors, pointer)}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        const mark = (event.ctrlKey || event.metaKey) && keys[event.key]
        if (!mark) return
        event.preventDefault()
        set(mark)
      }}
    />
  )
}

const tools: { mark: Mark; icon: typeof IconBold }[] = [
  { mark: 'bold', icon: IconBold },
  { mark: 'italic', icon: IconItalic },
  { mark: 'link', icon: IconLink },
  { mark: 'list', icon: IconList },
]
const keys: Record<string, Mark> = { b: 'bold', i: 'italic' }
