import { Textarea } from '@mantine/core'
import { useTexts } from '../../texts/language.tsx'
import { texts } from './texts.ts'

interface Props {
  value: string
  placeholder: string
  onChange: (value: string) => void
  error: string | undefined
  isDisabled: boolean
}

/** The title, as large as it will be read. Enter leads on to the text: a title is one line. */
export function TitleField({ value, placeholder, onChange, error, isDisabled }: Props) {
  const t = useTexts(texts)
  return (
    <Textarea
      className="article-title"
      variant="unstyled"
      autosize
      minRows={1}
      autoFocus={value === '' && !isDisabled}
      aria-label={t.page.titleLabel}
      placeholder={placeholder}
      value={value}
      readOnly={isDisabled}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value.replaceAll(/\s*\n\s*/g, ' '))}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        document.querySelector<HTMLElement>('.article-content [contenteditable="true"]')?.focus()
      }}
    />
  )
}
