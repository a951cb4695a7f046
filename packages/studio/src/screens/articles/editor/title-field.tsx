import { Text } from '@mantine/core'
import { useTexts } from '../../../texts/language.tsx'
import { texts } from '../texts.ts'

interface Props {
  value: string
  placeholder: string
  onChange: (value: string) => void
  error: string | undefined
  isDisabled: boolean
}

/** The title, in its final size. Enter moves on to the text: a title is one line. */
export function TitleField({ value, placeholder, onChange, error, isDisabled }: Props) {
  const t = useTexts(texts)
  return (
    <>
      {/* A hidden copy of the title sizes the field to its number of lines. */}
      <div className="article-title" data-copy={value || placeholder}>
        <textarea
          rows={1}
          aria-label={t.page.titleLabel}
          aria-invalid={error !== undefined || undefined}
          placeholder={placeholder}
          value={value}
          readOnly={isDisabled}
          onChange={(event) => onChange(event.currentTarget.value.replaceAll(/\s*\n\s*/g, ' '))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            document.querySelector<HTMLElement>('.article-content [contenteditable="true"]')?.focus()
          }}
        />
      </div>
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </>
  )
}
