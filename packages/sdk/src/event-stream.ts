/** One event of a `text/event-stream`. */
export interface ServerEvent {
  /** The id to resume from; undefined leaves the previous one valid. */
  id: string | undefined
  event: string
  /** Undefined when there is none: such an event only updates the id. */
  data: string | undefined
  retryMs: number | undefined
}

/** Reads server-sent events from a body. Calls `onBytes` for every chunk, even if it is only a comment. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void = () => {},
): AsyncGenerator<ServerEvent, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    while (true) {
      const { done, value } = await reader.read()
      if (done) return
      onBytes()
      rest += decoder.decode(value, { stream: true })
      const blocks = rest.replaceAll('\r\n', '\n').split('\n\n')
      // A block without an empty line after it is incomplete, and is dropped when the stream breaks.
      rest = blocks.pop() ?? ''
      for (const block of blocks) yield eventOf(block)
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function eventOf(block: string): ServerEvent {
  const event: ServerEvent = { id: undefined, event: 'message', data: undefined, retryMs: undefined }
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? []
    if (name === 'id') event.id = value
    if (name === 'event') event.event = value
    if (name === 'data') event.data = event.data === undefined ? value : `${event.data}\n${value}`
    if (name === 'retry' && /^\d+$/.test(value)) event.retryMs = Number(value)
  }
  return event
}
