import { Anchor, Badge, Text, Textarea, TextInput } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { type ErrorsByPointer, errorAt } from '../../data/pointers.ts'
import { typeOf } from '../../fields/schema.ts'
import { useFieldLabel } from '../../kinds/labels.ts'
import { useTexts } from '../../texts/language.tsx'
import { ScreenLink } from '../../ui/navigation.tsx'
import { texts } from './texts.ts'
import { isEmpty, type SourceText } from './texts-of.ts'

interface Props {
  text: SourceText
  kind: string
  locale: string
  main: string | undefined
  onChange: (value: unknown) => void
  errors: ErrorsByPointer
  isDisabled: boolean
  /** Where lists, such as blocks, are translated. */
  editor: { screen: string; recordId?: string } | undefined
}

/** A text in its main language, and beside it its translation. */
export function TextRow({ text, kind, locale, main, onChange, errors, isDisabled, editor }: Props) {
  const t = useTexts(texts)
  const fieldLabel = useFieldLabel()
  const own = fieldLabel(text.name, text.field === text.name ? kind : undefined)
  const label = text.field === text.name ? own : `${fieldLabel(text.field, kind)} · ${own}`
  const isMissing = isEmpty(text.local)
  return (
    <div className="translation-row">
      <div className="translation-label">
        <span className="field-label">{label}</span>
        {isMissing && (
          <Badge size="xs" variant="light" color="orange">
            {t.missing}
          </Badge>
        )}
      </div>
      <div className="translation-source" lang={main} dir="auto">
        {typeof text.main === 'string' ? text.main : t.parts(Array.isArray(text.main) ? text.main.length : 0)}
      </div>
      <div className="translation-target">
        {typeOf(text.schema) !== 'string' ? (
          <Text size="sm">
            {isMissing ? t.noParts : t.parts(Array.isArray(text.local) ? text.local.length : 0)}
            {editor && (
              <Anchor component={ScreenLink} {...editor} size="sm" ml="xs" className="translation-link">
                {t.openEditor} <IconExternalLink size={14} aria-hidden />
              </Anchor>
            )}
          </Text>
        ) : isDisabled ? (
          <Text lang={locale} dir="auto" className="translation-shown" c={isMissing ? 'dimmed' : undefined}>
            {isMissing ? '–' : String(text.local)}
          </Text>
        ) : (
          <Input
            isLong={isLong(text)}
            lang={locale}
            dir="auto"
            aria-label={label}
            data-missing={isMissing || undefined}
            maxLength={text.schema.maxLength}
            value={typeof text.local === 'string' ? text.local : ''}
            error={errorAt(errors, text.localPointer)}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )}
      </div>
    </div>
  )
}

type InputProps = Parameters<typeof TextInput>[0] & Parameters<typeof Textarea>[0] & { isLong: boolean }

function Input({ isLong, ...props }: InputProps) {
  return isLong ? <Textarea autosize minRows={2} maxRows={16} {...props} /> : <TextInput {...props} />
}

/** Texts with several lines, or with room for them. */
const isLong = ({ main, schema }: SourceText) =>
  String(main).length > 80 || String(main).includes('\n') || (schema.maxLength ?? Number.POSITIVE_INFINITY) > 5_000
