import { sleep } from './retry.ts'
import { segment } from './segment.ts'
import type { CallOptions, Transport } from './transport.ts'
import type { Job } from './types.ts'

export interface WaitOptions extends CallOptions {
  /** The polling interval. Default: 1000. */
  everyMs?: number | undefined
}

/** The background jobs of a broadcast and their progress. */
export class Jobs {
  readonly #transport: Transport
  readonly #path: string

  constructor(transport: Transport, path: string) {
    this.#transport = transport
    this.#path = path
  }

  /** Jobs that are queued or running, and those that ended in the last 30 days, newest first. */
  async list(query?: { type?: string; limit?: number }, options?: CallOptions): Promise<Job[]> {
    return (await this.#transport.send<{ data: Job[] }>('GET', this.#path, { ...options, query })).data.data
  }

  async get(id: string, options?: CallOptions): Promise<Job> {
    return (await this.#transport.send<Job>('GET', `${this.#path}/${segment(id)}`, options)).data
  }

  /** Polls until the job has ended, successfully or not; a signal stops the polling. */
  wait(id: string, options: WaitOptions = {}): Promise<Job> {
    return waitFor(
      () => this.get(id, options),
      (job) => job.ended_at !== null,
      options,
    )
  }
}

/** Polls until `hasEnded`. */
export async function waitFor<T>(
  poll: () => Promise<T>,
  hasEnded: (found: T) => boolean,
  { everyMs = 1_000, signal }: WaitOptions,
): Promise<T> {
  while (true) {
    const found = await poll()
    if (hasEnded(found)) return found
    await sleep(everyMs, signal)
  }
}
