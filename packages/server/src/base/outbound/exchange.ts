import type { Dispatcher } from 'undici'
import { failureOf, OutboundError } from './outbound-error.ts'
import { ReplyBody } from './reply-body.ts'

export interface OutboundRequest {
  method: string
  url: string
  headers: Record<string, string>
  body?: Buffer | string
  /** For everything from the name to the last byte of the reply; 15 s. */
  timeoutMs?: number
  /** How much of the body is read; 64 KiB. */
  maxReplyBytes?: number
  signal?: AbortSignal
}

export interface OutboundReply {
  status: number
  /** Names in lower case; a header that came several times is joined by commas. */
  headers: Record<string, string>
  body: Buffer
  /** There was more than `maxReplyBytes`. */
  isCut: boolean
  durationMs: number
  /** The address that really answered. */
  address: string
}

/** The connection that carries an exchange. */
export interface Line {
  readonly address: string
  /** Bytes that came in over it so far. */
  readonly bytesRead: number
  carries: Exchange | undefined
}

/**
 * One request and its reply, as undici tells of them. Settles once: by the whole reply, by as much of it as is wanted, or by a failure;
 * whatever comes later is ignored, and the connection of an unfinished exchange is destroyed.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly reply: Promise<OutboundReply>
  /** The connection it was given, which undici does not tell. */
  line: Line | undefined
  readonly #dispatch: (exchange: Exchange) => void
  readonly #settled = Promise.withResolvers<OutboundReply>()
  readonly #startedMs = performance.now()
  readonly #timer: NodeJS.Timeout
  readonly #signal: AbortSignal | undefined
  readonly #maxReplyBytes: number
  readonly #body: ReplyBody
  #head: { status: number; headers: Record<string, string> } | undefined
  #controller: Dispatcher.DispatchController | undefined
  #firstByte = 0
  #isDone = false
  #isSecondLine = false

  constructor(request: OutboundRequest, dispatch: (exchange: Exchange) => void) {
    const { timeoutMs = 15_000, maxReplyBytes = 65_536, signal } = request
    this.reply = this.#settled.promise
    this.#dispatch = dispatch
    this.#maxReplyBytes = maxReplyBytes
    this.#body = new ReplyBody(maxReplyBytes)
    this.#timer = setTimeout(
      () => this.#fail(new OutboundError('timeout', `no reply within ${timeoutMs} ms`)),
      timeoutMs,
    )
    this.#signal = signal
    if (signal?.aborted) this.#onAbort()
    else signal?.addEventListener('abort', this.#onAbort)
    this.#begin()
  }

  /** The request is written right after this. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#isDone) {
      controller.abort(new OutboundError('aborted', 'given up before it was sent'))
      return
    }
    if (!this.line) throw new OutboundError('other', 'a connection that is not ours')
    this.#firstByte = this.line.bytesRead
    this.line.carries = this
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return
    const joined = Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ])
    this.#head = { status, headers: Object.fromEntries(joined) }
  }

  onResponseData(controller: Dispatcher.DispatchController, piece: Buffer): void {
    if (this.#isDone || this.#body.add(piece)) return
    // undici must not be aborted from inside its parser, which would go on with a request that is gone.
    controller.pause()
    queueMicrotask(() => this.#succeed(true))
  }

  onResponseEnd(): void {
    this.#succeed(false)
  }

  /**
   * A failure before `onRequestStart` that is not of our dialling: the kept connection was found dead before anything was written.
   * Nothing was sent, so another connection is asked for, once.
   */
  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const failure = failureOf(error)
    const isUnsent = this.#controller === undefined && failure.reason === 'reset' && failure !== error
    if (!isUnsent || this.#isSecondLine) {
      this.#fail(failure)
      return
    }
    this.#isSecondLine = true
    this.#begin()
  }

  /**
   * Looks at what really came in. undici counts neither the blanks before the value of a header nor the extensions of chunks, and
   * keeps whole buffers for the sake of a header in them.
   */
  onBytes(): void {
    const bytes = (this.line?.bytesRead ?? 0) - this.#firstByte
    if (!this.#head && bytes > maxHeadBytes)
      this.#fail(new OutboundError('too_large_headers', 'the headers of the reply are too large'))
    else if (this.#head && bytes > 2 * this.#maxReplyBytes + maxOverheadBytes) this.#succeed(true)
  }

  /**
   * Hands the request to undici from a fresh turn of the event loop. undici writes to a kept connection one turn later, so that the
   * system was asked in between whether the other side has closed it; and the connection of a reply just read is free again.
   */
  #begin(): void {
    setImmediate(() => {
      if (!this.#isDone) this.#dispatch(this)
    })
  }

  readonly #onAbort = () =>
    this.#fail(new OutboundError('aborted', 'the call was given up', { cause: this.#signal?.reason }))

  #succeed(isCut: boolean): void {
    if (!this.#head || !this.line) {
      this.#fail(new OutboundError('other', 'a reply without a head'))
      return
    }
    this.#settled.resolve({
      ...this.#head,
      body: this.#body.bytes,
      isCut,
      durationMs: Math.round(performance.now() - this.#startedMs),
      address: this.line.address,
    })
    this.#end(isCut)
  }

  #fail(failure: OutboundError): void {
    this.#settled.reject(failure)
    this.#end(true)
  }

  #end(isUnfinished: boolean): void {
    if (this.#isDone) return
    this.#isDone = true
    clearTimeout(this.#timer)
    this.#signal?.removeEventListener('abort', this.#onAbort)
    if (this.line?.carries === this) this.line.carries = undefined
    if (isUnfinished) this.#controller?.abort(new OutboundError('aborted', 'the rest is not wanted'))
  }
}

const maxHeadBytes = 64 * 1024
const maxOverheadBytes = 512 * 1024
