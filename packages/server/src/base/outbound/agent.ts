import type { Socket } from 'node:net'
import { Agent, Client, type Dispatcher, Pool } from 'undici'
import { dial, type Host } from './dial.ts'
import { Exchange, type Line } from './exchange.ts'
import type { Guard } from './guard.ts'
import { failureOf } from './outbound-error.ts'
import { defaultPort } from './target.ts'

export interface Lines {
  dispatch(options: Dispatcher.DispatchOptions, exchange: Exchange): void
  close(): Promise<void>
}

/**
 * All connections, kept by one undici agent: it forgets an origin when its last connection ends, so many origins do not pile up. There
 * is no limit per origin, for undici cannot drop a request that waits in its queue; the callers limit what is under way. Over
 * `maxKept` connections none is kept for later.
 */
export function createLines(guard: Guard): Lines {
  const open = new Set<Socket>()
  const connect = async (host: Host) => {
    const { socket, address } = await dial(host, guard)
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    return { socket, address: address.text }
  }
  const agent = new Agent({
    ...clientOptions,
    factory: (origin, options) =>
      new Pool(origin, {
        ...options,
        factory: (poolOrigin, poolOptions) => new GuardedClient(poolOrigin, poolOptions, connect),
      }),
  })
  return {
    dispatch: (options, exchange) => {
      agent.dispatch(open.size < maxKept ? options : { ...options, reset: true }, exchange)
    },
    close: () => agent.close(),
  }
}

const maxKept = 512

const clientOptions = {
  /** An HTTP/2 connection would carry many requests, and fail them together. */
  allowH2: false,
  pipelining: 1,
  maxHeaderSize: 16_384,
  /** An exchange has one clock of its own. */
  headersTimeout: 0,
  bodyTimeout: 0,
  /** Shorter than most servers wait (5 s and more); a server that announces less gets its wish, with a second to spare. */
  keepAliveTimeout: 4_000,
  keepAliveMaxTimeout: 4_000,
  keepAliveTimeoutThreshold: 1_000,
  /** So that a busy receiver that moves to another address is followed. */
  maxRequestsPerClient: 1_000,
}

type Connect = (host: Host) => Promise<{ socket: Socket; address: string }>

/** One connection at a time, opened by our dialling and no other way, that knows the address at its other end. */
class GuardedClient extends Client implements Line {
  carries: Exchange | undefined
  readonly #state: { socket?: Socket; address: string }

  constructor(origin: URL, options: object, connect: Connect) {
    const state: { socket?: Socket; address: string } = { address: '' }
    super(origin, {
      ...options,
      connect: ({ hostname, protocol, port }, done) => {
        connect({ hostname, port: Number(port) || defaultPort(protocol), isSecure: protocol === 'https:' }).then(
          ({ socket, address }) => {
            Object.assign(state, { socket, address })
            socket.on('readable', () => this.carries?.onBytes())
            done(null, socket)
          },
          (error) => done(failureOf(error), null),
        )
      },
    })
    this.#state = state
  }

  get address(): string {
    return this.#state.address
  }

  get bytesRead(): number {
    return this.#state.socket?.bytesRead ?? 0
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    if (handler instanceof Exchange) handler.line = this
    return super.dispatch(options, handler)
  }
}
