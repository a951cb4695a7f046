import { type AnyRecord, type FieldError, type FieldErrorCode, Invalid, kinds, type ShownRecord } from '@marquee/model'
import { findDistinct, findRecord, findRecords } from '../../store/records/records.ts'
import { changedFields } from '../patch.ts'
import type { Rule } from './rule.ts'

/** The answers to a form match its questions. A form that was changed later does not invalidate earlier answers. */
export const contactRule: Rule = {
  async prepare({ writing, before, after }) {
    if (writing.copying) return after
    const changed = before ? changedFields(before, after) : ['fields']
    if (typeof after.formId !== 'string' || !(changed.includes('fields') || changed.includes('formId'))) return after
    const form = await findRecord(writing.tx, writing.broadcastId, kinds.broadcastNetworkingForm, after.formId)
    // A missing form is refused as a reference.
    if (form === undefined) return after
    const fieldErrors = checkAnswers(questionsOf(JSON.parse(form)), after.fields as Answer[])
    if (fieldErrors.length > 0) throw new Invalid(fieldErrors)
    return after
  },
  async columns({ db, broadcastId, kind, where }) {
    const formIds = await findDistinct(db, broadcastId, kind, where, { field: 'formId' })
    const forms = await findRecords(db, broadcastId, kinds.broadcastNetworkingForm, formIds)
    const asked = [...forms.values()].flatMap((form) => (JSON.parse(form).fields as Question[]).map(({ key }) => key))
    const answered = await findDistinct(db, broadcastId, kind, where, { field: 'fields', member: 'key' })
    const columns = [...new Set([...asked, ...answered])].map((key) => ({
      name: `fields.${key}`,
      cellIn: ({ fields }: ShownRecord) =>
        (fields as Answer[]).filter((answer) => answer.key === key).map(({ value }) => value),
    }))
    return { field: 'fields', columns }
  },
}

export interface Question {
  key: string
  type: string
  required?: boolean
  options?: string[] | null
}

export interface Answer {
  key: string
  value: string
}

/** The questions of a form. An option may be chosen in any language in which it is offered. */
function questionsOf({ fields, localeDetails }: AnyRecord): Question[] {
  const translated = Object.values(Object(localeDetails)).flatMap((texts): Question[] => Object(texts).fields ?? [])
  return (fields as Question[]).map((question) => {
    const others = translated.filter(({ key }) => key === question.key)
    return { ...question, options: [question, ...others].flatMap(({ options }) => options ?? []) }
  })
}

/** The errors of the answers to a form. Several choices are several answers with the same key. A form without questions accepts any answers. */
export function checkAnswers(questions: Question[], answers: Answer[]): FieldError[] {
  if (questions.length === 0) return []
  const fieldErrors: FieldError[] = []
  const given = new Set<string>()
  answers.forEach(({ key, value }, index) => {
    const question = questions.find((candidate) => candidate.key === key)
    const fault = question ? faultOf(question, value, given.has(key)) : unknown
    given.add(key)
    if (fault) fieldErrors.push({ pointer: `/fields/${index}/${fault.at}`, code: fault.code, message: fault.message })
  })
  for (const { key, type, required } of questions) {
    const isAnswered = answers.some((answer) => answer.key === key && isFilled(type, answer.value))
    if (required && !isAnswered)
      fieldErrors.push({ pointer: '/fields', code: 'required', message: `must answer ${JSON.stringify(key)}` })
  }
  return fieldErrors
}

interface Fault {
  at: 'key' | 'value'
  code: FieldErrorCode
  message: string
}

const unknown: Fault = { at: 'key', code: 'unknown_field', message: 'is not a question of the form' }

function faultOf({ type, options }: Question, value: string, isAgain: boolean): Fault | undefined {
  if (isAgain && type !== 'choices') return { at: 'key', code: 'duplicate', message: 'is answered twice' }
  if (value === '') return undefined
  if ((type === 'choice' || type === 'choices') && !(options ?? []).includes(value))
    return { at: 'value', code: 'enum', message: 'is not one of the options' }
  const expected = expectations[type]
  return expected && !expected.test(value) ? { at: 'value', code: 'format', message: expected.message } : undefined
}

const isFilled = (type: string, value: string) => (type === 'consent' ? value === 'true' : value.trim() !== '')

const expectations: Record<string, { test(value: string): boolean; message: string }> = {
  email: { test: (value) => /^[^\s@]{1,64}@[^\s@]{1,255}$/.test(value), message: 'must be an e-mail address' },
  phone: { test: (value) => /^\+?[\d\s().-]{3,40}$/.test(value), message: 'must be a telephone number' },
  number: { test: (value) => /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value), message: 'must be a number' },
  date: { test: isDate, message: 'must be a date such as 2026-07-04' },
  url: { test: isWebAddress, message: 'must be a web address' },
  consent: { test: (value) => value === 'true' || value === 'false', message: 'must be true or false' },
}

function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

function isWebAddress(value: string): boolean {
  return URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol)
}
