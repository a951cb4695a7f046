/** @jsxImportSource preact */
import { useApp } from '../app-context.ts'
import { type Fault, type FormField, nameOf } from './answers.ts'

interface Props {
  field: FormField
  index: number
  fault: Fault | undefined
}

/** One question with its label, its control and its error. */
export function Field({ field, index, fault }: Props) {
  const { label, type, options, isRequired } = field
  const id = `${nameOf(index)}-control`
  const control = {
    id,
    name: nameOf(index),
    required: isRequired,
    'aria-invalid': fault ? ('true' as const) : undefined,
    'aria-describedby': fault ? `${id}-fault` : undefined,
  }
  if (type === 'choices') return <Choices {...{ field, index, fault }} />
  if (type === 'consent')
    return (
      <div class="mq-field">
        <label class="mq-check">
          <input type="checkbox" value="true" {...control} />
          <span>
            {label} <Required isRequired={isRequired} />
          </span>
        </label>
        <FaultText id={id} fault={fault} />
      </div>
    )
  return (
    <div class="mq-field">
      <label for={id}>
        {label} <Required isRequired={isRequired} />
      </label>
      {type === 'longText' ? (
        <textarea rows={5} {...control} />
      ) : type === 'choice' ? (
        <Select options={options} control={control} />
      ) : (
        <input {...(inputs[type] ?? inputs.text)} {...control} />
      )}
      <FaultText id={id} fault={fault} />
    </div>
  )
}

function Select({ options, control }: { options: string[]; control: object }) {
  const { t } = useApp()
  return (
    <select class="mq-select" {...control}>
      <option value="">{t.choose}</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  )
}

function Choices({ field: { label, options, isRequired }, index, fault }: Props) {
  const id = `${nameOf(index)}-control`
  return (
    <fieldset class="mq-field" aria-describedby={fault ? `${id}-fault` : undefined}>
      <legend>
        {label} <Required isRequired={isRequired} />
      </legend>
      {options.map((option, at) => (
        <label key={option} class="mq-check">
          <input
            id={at === 0 ? id : undefined}
            type="checkbox"
            name={nameOf(index)}
            value={option}
            aria-invalid={fault ? 'true' : undefined}
          />
          {option}
        </label>
      ))}
      <FaultText id={id} fault={fault} />
    </fieldset>
  )
}

function Required({ isRequired }: { isRequired: boolean }) {
  const { t } = useApp()
  return isRequired ? <small>({t.required})</small> : null
}

function FaultText({ id, fault }: { id: string; fault: Fault | undefined }) {
  const { t } = useApp()
  return fault ? (
    <p id={`${id}-fault`} class="mq-fault">
      {t.answering[fault]}
    </p>
  ) : null
}

/** The keyboards and suggestions of a phone depend on them. */
const inputs: Record<string, Record<string, string>> = {
  text: { type: 'text' },
  email: { type: 'email', inputmode: 'email', autocomplete: 'email' },
  phone: { type: 'tel', inputmode: 'tel', autocomplete: 'tel' },
  // A field of type number changes by the wheel, and its value depends on the language.
  number: { type: 'text', inputmode: 'decimal' },
  date: { type: 'date' },
  url: { type: 'url', inputmode: 'url', autocomplete: 'url' },
}
