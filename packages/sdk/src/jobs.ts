import { sleep } from './retry.ts'
import { segment } from './segment.ts'
import type { CallOptions, Transport } from './transport.ts'
import type { Job } from './types.ts'

export interface WaitOptions extends CallOptions {
  /** How often to look. Every second unless told. */
  everyMs?: number | undefined
}

/** Long work of a broadcast, and how far it is. */
export class Jobs {
  readonly #transport: Transport
  readonly #path: string

  constructor(transport: Transport, path: string) {
    this.#transport = transport
    this.#path = path
  }

  /** What is under way, and what has ended in the last 30 days, newest first. */
  async list(query?: { type?: string; limit?: number }, options?: CallOptions): Promise<Job[]> {
    return (await this.#transport.send<{ data: Job[] }>('GET', this.#path, { ...options, query })).data.data
  }

  async get(id: string, options?: CallOptions): Promise<Job> {
    return (await this.#transport.send<Job>('GET', `${this.#path}/${segment(id)}`, options)).data
  }

  /** The job once it has ended, well or not; a signal stops the waiting. */
  wait(id: string, options: WaitOptions = {}): Promise<Job> {
    return waitFor(
      () => this.get(id, options),
      (job) => job.ended_at !== null,
      options,
    )
  }
}

/** Looks again and again until it has ended. */
export async function waitFor<T>(
  look: () => Promise<T>,
  hasEnded: (found: T) => boolean,
  { everyMs = 1_000, signal }: WaitOptions,
): Promise<T> {
  while (true) {
    const found = await look()
    if (hasEnded(found)) return found
    await sleep(everyMs, signal)
  }
}
