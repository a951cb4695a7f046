/** A body for reading: JSON is laid out, anything else stays as it came. */
export function prettyBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2)
  } catch {
    return body
  }
}

/** The headers that were sent with a try, as far as they can be told afterwards: signatures are not kept. */
export function headersOf(eventId: string, at: string | undefined): string {
  const seconds = at === undefined ? '…' : Math.floor(Date.parse(at) / 1_000)
  return [`content-type: application/json`, `webhook-id: ${eventId}`, `webhook-timestamp: ${seconds}`].join('\n')
}
