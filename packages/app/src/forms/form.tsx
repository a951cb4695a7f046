/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks'
import { useApp } from '../app-context.ts'
import { useLive } from '../use-live.ts'
import { type Answer, answersIn, type Fault, type FormField, faultsOf } from './answers.ts'
import { Field } from './field.tsx'
import { newKey, type Outcome, sendAnswers } from './send.ts'

interface Props {
  formId: string
  fields: FormField[]
}

/** A form that sends its answers to the API. What was typed stays until it is sent. */
export function Form({ formId, fields }: Props) {
  const { t } = useApp()
  const isLive = useLive()
  const { send, outcome, faults, isSending } = useSending(formId, fields)
  const form = useRef<HTMLFormElement>(null)
  const thanks = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (outcome?.state === 'sent') thanks.current?.focus()
    else form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [outcome])
  if (outcome?.state === 'sent')
    return (
      <p ref={thanks} class="mq-thanks" role="status" tabIndex={-1}>
        {t.sent}
      </p>
    )
  return (
    <form
      ref={form}
      class="mq-form"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send(new FormData(event.currentTarget))
      }}
    >
      {fields.map((field, index) => (
        <Field key={field.key} field={field} index={index} fault={faults.get(field.key)} />
      ))}
      {/* Only programs fill it in. */}
      <div class="mq-hidden" aria-hidden="true">
        <label>
          Website
          <input type="text" name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      {!isLive && <p class="mq-needs-script">{t.answering.needsScript}</p>}
      <p role="alert" class="mq-form-state">
        {messageOf(t, outcome, faults.size)}
      </p>
      <button type="submit" class="mq-button mq-button-filled" disabled={!isLive || isSending}>
        {t.send}
      </button>
    </form>
  )
}

function messageOf(t: ReturnType<typeof useApp>['t'], outcome: Outcome | undefined, faults: number): string {
  if (!outcome || outcome.state === 'sent') return ''
  if (outcome.state === 'offline') return t.answering.isOffline
  return faults > 0 ? t.answering.faulty(faults) : t.notSent
}

function useSending(formId: string, fields: FormField[]) {
  const { api } = useApp()
  const [outcome, setOutcome] = useState<Outcome>()
  const [faults, setFaults] = useState<Map<string, Fault>>(new Map())
  const [isSending, setSending] = useState(false)
  const attempt = useRef<{ content: string; key: string }>(undefined)
  /** A retry of the same answers has the same key. */
  const keyOf = (answers: Answer[]) => {
    const content = JSON.stringify(answers)
    if (attempt.current?.content !== content) attempt.current = { content, key: newKey() }
    return attempt.current.key
  }
  const send = async (form: FormData) => {
    setSending(true)
    const answers = answersIn(fields, form)
    const website = String(form.get('website') ?? '')
    const result = await sendAnswers({ api, formId, answers, website, idempotencyKey: keyOf(answers) })
    setSending(false)
    setFaults(result.state === 'refused' ? faultsOf(fields, answers, result.errors) : new Map())
    setOutcome(result)
  }
  return { send, outcome, faults, isSending }
}
