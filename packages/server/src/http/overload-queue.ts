import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Admission } from './admission.ts'

type Handle = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Requests that wait for a place under overload, in their order. Those that find it full are refused: few enough wait that all find a
 * place before their clients give up. The more wait, the fewer are refused in vain, which takes time too.
 */
export interface OverloadQueue {
  isEmpty(): boolean
  /** Whether the request waits now; otherwise it is to be refused. */
  add(request: IncomingMessage, response: ServerResponse): boolean
}

export function createOverloadQueue(
  admission: Pick<Admission, 'places' | 'onEnd'>,
  { work, refuse }: { work: Handle; refuse: Handle },
): OverloadQueue {
  const waiting: Waiting[] = []
  let isStarting = false
  let endedMs = 0
  let timer: NodeJS.Timeout | undefined

  const start = () => {
    isStarting = false
    for (const { request, response } of waiting.splice(0, admission.places())) {
      if (!response.destroyed) work(request, response)
    }
  }
  const look = () => {
    start()
    const nowMs = performance.now()
    const oldestMs = nowMs - (nowMs - endedMs < standstillMs ? longestMs : longestInVainMs)
    const young = waiting.findIndex(({ sinceMs }) => sinceMs > oldestMs)
    for (const { request, response } of waiting.splice(0, young === -1 ? waiting.length : young))
      refuse(request, response)
    if (waiting.length > 0) return
    clearInterval(timer)
    timer = undefined
  }
  // Once for all that end in a turn of the event loop: those that start take their places before the next one.
  admission.onEnd(() => {
    endedMs = performance.now()
    if (isStarting || waiting.length === 0) return
    isStarting = true
    setImmediate(start)
  })
  return {
    isEmpty: () => waiting.length === 0,
    add(request, response) {
      if (waiting.length >= mostWaiting) return false
      waiting.push({ sinceMs: performance.now(), request, response })
      timer ??= setInterval(look, tickMs)
      return true
    },
  }
}

interface Waiting {
  sinceMs: number
  request: IncomingMessage
  response: ServerResponse
}

export const mostWaiting = 1_200
const longestMs = 5_000
/** While nothing is completed for this time, as when the database does not respond, requests wait less: their turn may not come. */
const standstillMs = 1_000
const longestInVainMs = 2_000
const tickMs = 20
