import { Fieldset, SimpleGrid, TextInput } from '@mantine/core'
import { isPlain } from '../data/merge.ts'
import { errorAt } from '../data/pointers.ts'
import { useFieldLabel } from '../kinds/labels.ts'
import { useLanguage } from '../texts/language.tsx'
import { ShownField } from '../ui/shown-field.tsx'
import { localeOf } from '../ui/zoned.ts'
import type { EditorProps } from './editor.tsx'

/** The first and the last day of an event. A first day after the last one moves it along. */
export function EventDatesEditor({ label, description, value, onChange, errors, pointer, isDisabled }: EditorProps) {
  const fieldLabel = useFieldLabel()
  const { language } = useLanguage()
  const dates = isPlain(value) ? value : {}
  const start = typeof dates.start === 'string' ? dates.start : ''
  const end = typeof dates.end === 'string' ? dates.end : ''
  if (isDisabled) return <ShownField label={label}>{start && formatDays(start, end, localeOf(language))}</ShownField>
  const begin = (day: string) => onChange(day === '' ? null : { start: day, end: end < day ? day : end })
  return (
    <Fieldset legend={label} radius="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          type="date"
          label={fieldLabel('start')}
          description={description}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={start}
          error={errorAt(errors, `${pointer}/start`) ?? errorAt(errors, pointer)}
          onChange={(event) => begin(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label={fieldLabel('end')}
          value={end}
          min={start}
          error={errorAt(errors, `${pointer}/end`)}
          onChange={({ currentTarget: { value: day } }) => onChange({ start: start || day, end: day || start })}
        />
      </SimpleGrid>
    </Fieldset>
  )
}

function formatDays(start: string, end: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  return format.formatRange(new Date(`${start}T12:00:00Z`), new Date(`${end}T12:00:00Z`))
}
