/** @jsxImportSource preact */
import { useApp, useWords } from '../app-context.ts'
import { idOf, localizedOf } from '../data/shown.ts'
import { fieldsOf } from '../forms/answers.ts'
import { Form } from '../forms/form.tsx'
import { RichText } from '../rich/rich-text.tsx'
import type { RecordProps } from './record.ts'

/** A form of the broadcast. */
export function FormScreen({ record }: RecordProps) {
  const { locale, t } = useApp()
  const words = useWords()
  const text = words(record, 'description')
  const fields = fieldsOf(localizedOf(record, 'fields', locale))
  return (
    <div class="mq-content mq-narrow">
      <h1 class="mq-title">{words(record, 'title') || t.forms}</h1>
      {text !== '' && <RichText text={text} />}
      {fields.length > 0 ? <Form formId={idOf(record)} fields={fields} /> : <p class="mq-quiet">{t.nothingYet}</p>}
    </div>
  )
}
