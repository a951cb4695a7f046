import type { Dispatcher } from 'undici'
import { failureOf, OutboundError } from './outbound-error.ts'
import { ReplyBody } from './reply-body.ts'

export interface OutboundRequest {
  method: string
  url: string
  headers: Record<string, string>
  body?: Buffer | string
  /** The timeout of everything, from DNS to the last byte of the reply. Default: 15 s. */
  timeoutMs?: number
  /** The maximum number of body bytes that are read. Default: 64 KiB. */
  maxReplyBytes?: number
  signal?: AbortSignal
}

export interface OutboundReply {
  status: number
  /** Names in lower case; repeated headers are joined by commas. */
  headers: Record<string, string>
  body: Buffer
  /** The body was longer than `maxReplyBytes`. */
  isCut: boolean
  durationMs: number
  /** The IP address that sent the reply. */
  address: string
}

/** The connection of an exchange. */
export interface Connection {
  readonly address: string
  /** Bytes received so far. */
  readonly bytesRead: number
  activeExchange: Exchange | undefined
}

/**
 * One request and its reply, driven by undici's callbacks. Settles once: with the whole reply, with the part up to the limit, or
 * with an error; later callbacks are ignored, and the connection of an unfinished exchange is destroyed.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly reply: Promise<OutboundReply>
  /** Set by the connection itself, because undici does not expose it. */
  connection: Connection | undefined
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
  #isSecondConnection = false

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

  /** Called right before the request is written. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#isDone) {
      controller.abort(new OutboundError('aborted', 'aborted before it was sent'))
      return
    }
    if (!this.connection) throw new OutboundError('other', 'the connection was not opened by the guarded client')
    this.#firstByte = this.connection.bytesRead
    this.connection.activeExchange = this
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
    // undici must not be aborted from inside its parser, which would continue with a request that no longer exists.
    controller.pause()
    queueMicrotask(() => this.#succeed(true))
  }

  onResponseEnd(): void {
    this.#succeed(false)
  }

  /**
   * An error before `onRequestStart` that does not come from `dial` means that the keep-alive connection was dead before
   * anything was written. Nothing was sent, so the request is dispatched once more, on another connection.
   */
  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const failure = failureOf(error)
    const isUnsent = this.#controller === undefined && failure.reason === 'reset' && failure !== error
    if (!isUnsent || this.#isSecondConnection) {
      this.#fail(failure)
      return
    }
    this.#isSecondConnection = true
    this.#begin()
  }

  /**
   * Limits the bytes really received. undici counts neither the whitespace before header values nor chunk extensions, and
   * keeps whole buffers alive for a single header in them.
   */
  onBytes(): void {
    const bytes = (this.connection?.bytesRead ?? 0) - this.#firstByte
    if (!this.#head && bytes > maxHeadBytes)
      this.#fail(new OutboundError('too_large_headers', 'the headers of the reply are too large'))
    else if (this.#head && bytes > 2 * this.#maxReplyBytes + maxOverheadBytes) this.#succeed(true)
  }

  /**
   * Dispatches in a new turn of the event loop. undici writes to a keep-alive connection one turn later, so that a close by the
   * peer is noticed in between; and the connection of a reply that was just read is free again.
   */
  #begin(): void {
    setImmediate(() => {
      if (!this.#isDone) this.#dispatch(this)
    })
  }

  readonly #onAbort = () =>
    this.#fail(new OutboundError('aborted', 'the call was aborted', { cause: this.#signal?.reason }))

  #succeed(isCut: boolean): void {
    if (!this.#head || !this.connection) {
      this.#fail(new OutboundError('other', 'a reply without headers'))
      return
    }
    this.#settled.resolve({
      ...this.#head,
      body: this.#body.bytes,
      isCut,
      durationMs: Math.round(performance.now() - this.#startedMs),
      address: this.connection.address,
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
    if (this.connection?.activeExchange === this) this.connection.activeExchange = undefined
    if (isUnfinished) this.#controller?.abort(new OutboundError('aborted', 'the rest of the reply is not read'))
  }
}

const maxHeadBytes = 64 * 1024
const maxOverheadBytes = 512 * 1024
