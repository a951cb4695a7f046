import type { Answer } from './answers.ts'

export type Outcome = { state: 'sent' } | { state: 'refused'; errors: unknown } | { state: 'offline' | 'failed' }

interface Sent {
  api: string
  formId: string
  answers: Answer[]
  website: string
  /** The same for a retry of the same answers, so that they are stored once. */
  idempotencyKey: string
}

/** Sends the answers to a form. */
export async function sendAnswers({ api, formId, answers, website, idempotencyKey }: Sent): Promise<Outcome> {
  try {
    const response = await fetch(`${api}/contacts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
      body: JSON.stringify({ formId, fields: answers, ...(website !== '' && { website }) }),
    })
    if (response.ok) return { state: 'sent' }
    const { errors } = await response.json().catch(() => ({}))
    return response.status === 422 || response.status === 400 ? { state: 'refused', errors } : { state: 'failed' }
  } catch {
    // Fetch rejects when there was no answer at all.
    return { state: 'offline' }
  }
}

/** `crypto.randomUUID` is missing on pages without https, such as those of a local network. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
