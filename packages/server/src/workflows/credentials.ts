import type { Clock } from '../base/clock.ts'
import { type Outbound, OutboundError } from '../base/outbound/index.ts'
import { NodeError } from './nodes/node-error.ts'

/** An entry of the broadcast's `authData`, decrypted. It is used only in this file and in the request it is for. */
export interface Credential {
  id: string
  type: 'basic' | 'apiKey' | 'oauth' | 'fixedKeys'
  name: string | null
  /** The hosts it may be sent to. */
  hosts: string[]
  username: string
  password: string
  key: string
  oauth: { tokenUrl: string; clientId: string; clientSecret: string; scope: string }
}

/** The output of an `auth` node: the id of the credential, without any secret. */
export interface Handle {
  credentialId: string
  type: Credential['type']
  name: string | null
  hosts: string[]
}

/** Headers to send, and the secrets that must be redacted. */
export interface Authorization {
  headers: Record<string, string>
  secrets: string[]
}

export interface Credentials {
  handleOf(broadcastId: string, entryId: string): Promise<Handle>
  authorize(broadcastId: string, handle: unknown, url: URL, signal: AbortSignal): Promise<Authorization>
  /** A token request was refused. */
  forget(broadcastId: string, handle: unknown): void
}

export function createCredentials(parts: {
  clock: Clock
  outbound: Outbound
  find(broadcastId: string, entryId: string): Promise<Credential | undefined>
}): Credentials {
  const tokens = new Map<string, { token: string; secret: string; untilMs: number }>()

  const requireEntry = async (broadcastId: string, entryId: string) => {
    const credential = await parts.find(broadcastId, entryId)
    if (!credential) throw new NodeError('unknown_credential', 'The broadcast has no such entry in authData.')
    return credential
  }

  const tokenOf = async (broadcastId: string, credential: Credential, signal: AbortSignal) => {
    const place = `${broadcastId}/${credential.id}`
    const known = tokens.get(place)
    const { clientSecret } = credential.oauth
    if (known && known.secret === clientSecret && known.untilMs > parts.clock.now()) return known.token
    const { token, lifeSeconds } = await fetchToken(parts.outbound, credential, signal)
    const untilMs = parts.clock.now() + Math.max(0, lifeSeconds - marginSeconds) * 1_000
    if (tokens.size >= maxTokens) tokens.clear()
    tokens.set(place, { token, secret: clientSecret, untilMs })
    return token
  }

  return {
    async handleOf(broadcastId, entryId) {
      const { id, type, name, hosts } = await requireEntry(broadcastId, entryId)
      return { credentialId: id, type, name, hosts }
    },
    async authorize(broadcastId, handle, url, signal) {
      const credential = await requireEntry(broadcastId, entryIdOf(handle))
      requireHost(credential, url)
      if (credential.type !== 'oauth') return plainAuthorization(credential)
      const token = await tokenOf(broadcastId, credential, signal)
      return {
        headers: { authorization: `Bearer ${token}` },
        secrets: [
          token,
          credential.oauth.clientSecret,
          basicOf(credential.oauth.clientId, credential.oauth.clientSecret),
        ],
      }
    },
    forget: (broadcastId, handle) => void tokens.delete(`${broadcastId}/${entryIdOf(handle)}`),
  }
}

function entryIdOf(handle: unknown): string {
  const id: unknown = Object(handle).credentialId
  if (typeof id !== 'string') throw new NodeError('invalid_config', 'credential must be the output of an auth node')
  return id
}

/** Before any network access: a credential is sent to the hosts of its entry and nowhere else. */
function requireHost({ hosts }: Credential, url: URL): void {
  const isAllowed = hosts.some((entry) => {
    const host = entry.toLowerCase()
    if (host.startsWith('*.')) return url.hostname.endsWith(host.slice(1))
    return host === url.hostname || host === url.host
  })
  if (!isAllowed)
    throw new NodeError('forbidden_host', 'The credential may not be sent to this host; its entry lists where it may.')
}

/** A key is sent as its type defines, or in the header that it specifies. */
function plainAuthorization({ type, username, password, key }: Credential): Authorization {
  if (type === 'basic') {
    const token = basicOf(username, password)
    return { headers: { authorization: `Basic ${token}` }, secrets: [token, password] }
  }
  const [, name, value] = /^([A-Za-z][A-Za-z0-9-]{0,63}): *(\S.*)$/.exec(key) ?? []
  if (name && value) return { headers: { [name.toLowerCase()]: value }, secrets: [key, value] }
  const headers: Record<string, string> = type === 'apiKey' ? { 'x-api-key': key } : { authorization: `Bearer ${key}` }
  return { headers, secrets: [key] }
}

const basicOf = (user: string, password: string) => Buffer.from(`${user}:${password}`).toString('base64')

async function fetchToken(outbound: Outbound, credential: Credential, signal: AbortSignal) {
  const { tokenUrl, clientId, clientSecret, scope } = credential.oauth
  const refused = (why: string) =>
    new NodeError('token_refused', `No token from the address of the credential: ${why}.`)
  try {
    const reply = await outbound.send({
      method: 'POST',
      url: tokenUrl,
      headers: {
        authorization: `Basic ${basicOf(encodeURIComponent(clientId), encodeURIComponent(clientSecret))}`,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', ...(scope && { scope }) }).toString(),
      signal,
    })
    if (reply.status !== 200) throw refused(`it answered ${reply.status}`)
    const { access_token: token, expires_in: life } = Object(JSON.parse(reply.body.toString('utf8')))
    if (typeof token !== 'string' || token === '') throw refused('the response has none')
    return { token, lifeSeconds: typeof life === 'number' ? life : defaultLifeSeconds }
  } catch (error) {
    if (error instanceof OutboundError) throw refused(error.message)
    if (error instanceof SyntaxError) throw refused('the response is not JSON')
    throw error
  }
}

const marginSeconds = 30
const defaultLifeSeconds = 300
const maxTokens = 1_000
