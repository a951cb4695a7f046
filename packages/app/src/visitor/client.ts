import { type Store, stored } from './store.ts'

/** This browser as the service knows it. */
export interface Client {
  token: string
  calendarUrl: string
}

/** The answer of the service about a client. */
export interface ClientAnswer {
  favoriteIds: string[]
  calendarUrl: string
}

/** Calls of the public API for the record of this browser. */
export interface ClientApi {
  current(): Promise<Client | undefined>
  /** Registers this browser unless it is; two tabs register once. */
  register(body: object): Promise<Client>
  /** Reads or changes the record. Undefined when there is none, or the service no longer knows its token. */
  me(method: 'GET' | 'PATCH', body?: object): Promise<ClientAnswer | undefined>
  forget(): Promise<void>
}

export function clientApi(api: string, base: string, store: Store): ClientApi {
  const call = (method: string, path: string, body?: object, token?: string) =>
    fetch(`${api}${path}`, {
      method,
      credentials: 'omit',
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  const current = () => store.get<Client>(stored.client)
  return {
    current,
    register: (body) =>
      inTurn(`marquee ${base} client`, async () => {
        const known = await current()
        if (known) return known
        const answer = await call('POST', '/clients', { platform: 'web', ...body })
        if (!answer.ok) throw new Error(`the service answered ${answer.status}`)
        const { token, calendarUrl } = await answer.json()
        await store.set(stored.client, { token, calendarUrl })
        return { token, calendarUrl }
      }),
    async me(method, body) {
      const client = await current()
      if (!client) return undefined
      const answer = await call(method, '/clients/me', body, client.token)
      if (answer.status === 401) {
        await store.delete(stored.client)
        return undefined
      }
      if (!answer.ok) throw new Error(`the service answered ${answer.status}`)
      return answer.json()
    },
    async forget() {
      const client = await current()
      if (!client) return
      const answer = await call('DELETE', '/clients/me', undefined, client.token)
      if (!answer.ok && answer.status !== 401) throw new Error(`the service answered ${answer.status}`)
      await store.delete(stored.client)
    },
  }
}

/** One tab at a time, where the browser knows locks. */
async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work()
  // The type says that it resolves to a promise, but it awaits it.
  return (await navigator.locks.request(name, work)) as T
}
