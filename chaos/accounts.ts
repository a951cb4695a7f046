import { randomUUID } from 'node:crypto'

/** A person with an account and a session. */
export interface Person {
  userId: string
  email: string
  /** The headers with the session. */
  headers: Record<string, string>
  call: Call
}

// biome-ignore lint/suspicious/noExplicitAny: suites look into answers of every shape
export type Call = (method: string, path: string, body?: unknown) => Promise<{ status: number; body: any }>

/** Calls that must succeed. */
export function callWith(url: string, headers: Record<string, string>): Call {
  return async (method, path, body) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`)
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }
}

export async function signUp(url: string, email = `${randomUUID()}@chaos.example`): Promise<Person> {
  const response = await fetch(`${url}/v1/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ name: 'Chaos', email, password: randomUUID() }),
  })
  if (!response.ok) throw new Error(`sign-up answered ${response.status}: ${await response.text()}`)
  const { user } = (await response.json()) as { user: { id: string } }
  const cookie = response.headers.getSetCookie().map((one) => one.split(';')[0])
  const headers = { cookie: cookie.join('; '), origin: url }
  return { userId: user.id, email, headers, call: callWith(url, headers) }
}

/** A broadcast and its founder. */
export interface Tenant {
  founder: Person
  broadcastId: string
  /** The path of its content on Surface B. */
  path: string
  /** A new key, as headers. */
  key(scopes: string[], more?: object): Promise<Record<string, string> & { authorization: string }>
}

export async function newTenant(url: string, name: string): Promise<Tenant> {
  const founder = await signUp(url)
  const broadcasts = `/v1/users/${founder.userId}/broadcasts`
  const { body } = await founder.call('POST', broadcasts, { name })
  const path = `${broadcasts}/${body._id}`
  return {
    founder,
    broadcastId: body._id,
    path,
    async key(scopes, more = {}) {
      const made = await founder.call('POST', `${path}/apiKeys`, { name: 'Chaos', scopes, ...more })
      return { authorization: `Bearer ${made.body.key}` }
    },
  }
}

/** Another person who accepted an invitation to a broadcast. */
export async function newMember(url: string, { founder, path }: Tenant, role: string): Promise<Person> {
  const person = await signUp(url)
  const { body: member } = await founder.call('POST', `${path}/broadcastMembers`, { email: person.email, role })
  const { body: invitation } = await founder.call('POST', `${path}/broadcastMembers/${member._id}/invitation`, {})
  const { token } = invitation
  await person.call('POST', `/v1/users/${person.userId}/memberships`, { token })
  return person
}
