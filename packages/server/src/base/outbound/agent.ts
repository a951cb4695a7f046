import type { Socket } from 'node:net'
import { Agent, Client, type Dispatcher, Pool } from 'undici'
import { dial, type Host } from './dial.ts'
import { type Connection, Exchange } from './exchange.ts'
import type { Guard } from './guard.ts'
import { failureOf } from './outbound-error.ts'
import { defaultPort } from './target.ts'

export interface ConnectionPool {
  dispatch(options: Dispatcher.DispatchOptions, exchange: Exchange): void
  close(): Promise<void>
}

/**
 * All connections belong to one undici agent, which drops an origin when its last connection ends, so that origins do not
 * accumulate. There is no limit per origin, because undici cannot drop a queued request; callers limit their concurrency.
 * With more than `maxKeptAlive` open connections, new ones are not kept alive.
 */
export function createConnectionPool(guard: Guard): ConnectionPool {
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
      agent.dispatch(open.size < maxKeptAlive ? options : { ...options, reset: true }, exchange)
    },
    close: () => agent.close(),
  }
}

const maxKeptAlive = 512

const clientOptions = {
  /** An HTTP/2 connection would multiplex many requests, and fail them together. */
  allowH2: false,
  pipelining: 1,
  maxHeaderSize: 16_384,
  /** An exchange has its own timeout for everything. */
  headersTimeout: 0,
  bodyTimeout: 0,
  /** Shorter than the timeout of most servers (5 s and more); a shorter one announced by a server is respected, less one second. */
  keepAliveTimeout: 4_000,
  keepAliveMaxTimeout: 4_000,
  keepAliveTimeoutThreshold: 1_000,
  /** Reconnects now and then, so that a busy receiver that moves to another address is found. */
  maxRequestsPerClient: 1_000,
}

type Connect = (host: Host) => Promise<{ socket: Socket; address: string }>

/** An undici client that connects only through `dial`, and knows the address of its peer. */
class GuardedClient extends Client implements Connection {
  activeExchange: Exchange | undefined
  readonly #state: { socket?: Socket; address: string }

  constructor(origin: URL, options: object, connect: Connect) {
    const state: { socket?: Socket; address: string } = { address: '' }
    super(origin, {
      ...options,
      connect: ({ hostname, protocol, port }, done) => {
        connect({ hostname, port: Number(port) || defaultPort(protocol), isSecure: protocol === 'https:' }).then(
          ({ socket, address }) => {
            Object.assign(state, { socket, address })
            socket.on('readable', () => this.activeExchange?.onBytes())
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
    if (handler instanceof Exchange) handler.connection = this
    return super.dispatch(options, handler)
  }
}
