/** Formats a body for display: JSON is indented, anything else is shown as received. */
export function prettyBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2)
  } catch {
    return body
  }
}

/** The headers of an attempt, as far as they are known: signatures are not stored. */
export function headersOf(eventId: string, at: string | undefined): string {
  const seconds = at === undefined ? '…' : Math.floor(Date.parse(at) / 1_000)
  return [`content-type: application/json`, `webhook-id: ${eventId}`, `webhook-timestamp: ${seconds}`].join('\n')
}

/** A signing secret in the format of Standard Webhooks: `whsec_` and 32 random bytes. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `whsec_${btoa(String.fromCharCode(...bytes))}`
}
