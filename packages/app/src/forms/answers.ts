import { objectsIn, type Shown, textOr, textsIn } from '../data/shown.ts'

/** A question of a form. */
export interface FormField {
  key: string
  label: string
  type: string
  isRequired: boolean
  options: string[]
}

export function fieldsOf(value: unknown): FormField[] {
  return objectsIn(value).map((field: Shown) => ({
    key: textOr(field.key),
    label: textOr(field.label, textOr(field.key)),
    type: textOr(field.type, 'text'),
    isRequired: field.required === true,
    options: textsIn(field.options),
  }))
}

/** An answer as the API takes it. Several choices are several answers with the same key. */
export interface Answer {
  key: string
  value: string
}

/** The answers in a form. An unanswered question is left out. */
export function answersIn(fields: FormField[], form: FormData): Answer[] {
  return fields.flatMap(({ key, type }, index) =>
    form
      .getAll(nameOf(index))
      .map(String)
      .filter((value) => value.trim() !== '')
      .map((value) => ({ key, value: written(type, value) })),
  )
}

/** Many languages write a comma where the service expects a point. */
function written(type: string, value: string): string {
  if (type === 'longText') return value
  return type === 'number' ? value.trim().replace(',', '.') : value.trim()
}

/** The name of a control. Keys may be any text, such as that of the honeypot. */
export const nameOf = (index: number): string => `field-${index}`

/** The kinds of errors that a field can have, by the names of their texts. */
export type Fault = 'missing' | 'consent' | 'option' | 'email' | 'phone' | 'number' | 'date' | 'url' | 'wrong'

/** The faults of a refused form by the keys of their fields. The service reports them by their place in what was sent. */
export function faultsOf(fields: FormField[], answers: Answer[], errors: unknown): Map<string, Fault> {
  const faults = new Map<string, Fault>()
  for (const { pointer, code } of objectsIn(errors)) {
    const at = /^\/fields\/(\d+)/.exec(textOr(pointer))?.[1]
    const key = at === undefined ? undefined : answers[Number(at)]?.key
    const field = fields.find((one) => one.key === key)
    if (field) faults.set(field.key, faultOf(field, textOr(code)))
    else if (code === 'required')
      for (const missing of unanswered(fields, answers)) faults.set(missing.key, faultOf(missing, 'required'))
  }
  return faults
}

/** The pointer of a missing answer is the whole list. */
const unanswered = (fields: FormField[], answers: Answer[]) =>
  fields.filter(({ key, isRequired }) => isRequired && !answers.some((answer) => answer.key === key))

function faultOf({ type }: FormField, code: string): Fault {
  if (code === 'required') return type === 'consent' ? 'consent' : 'missing'
  if (code === 'enum') return 'option'
  return formats.find((format) => format === type) ?? 'wrong'
}

const formats = ['email', 'phone', 'number', 'date', 'url'] as const
