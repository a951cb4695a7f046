import type { CreateOptions } from './kind-collection.ts'
import { segment } from './segment.ts'
import type { CallOptions, Method, RequestOptions, Transport } from './transport.ts'
import type { Broadcast, BroadcastCreate, Membership } from './types.ts'

export interface Person {
  id: string
  email: string
  name: string
  [field: string]: unknown
}

export interface Session {
  user: Person
  session: { id: string; token: string; expiresAt: string; [field: string]: unknown }
}

/** A broadcast I am a member of: `_access` says whose account its path names, and what I am in it. */
export type MyBroadcast = Broadcast & {
  _access: { userId: string; role: 'owner' | 'editor' | 'viewer'; plan: string }
}

export type NewBroadcast = BroadcastCreate | (Partial<BroadcastCreate> & { website: string })

/** A person: signing in, and what is theirs. The session is a cookie, which a browser keeps by itself. */
export class Account {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Makes an account and signs in. Where the service can send mails it mails a link instead, `user` is null, and the token of
   * the link goes to `confirmSignUp`.
   */
  signUp(
    body: { email: string; password: string; name: string },
    options?: CallOptions,
  ): Promise<{ user: Person | null }> {
    return this.#auth('POST', 'sign-up/email', { ...options, body })
  }

  /** Makes the account of a mailed link, with the password that was chosen, and signs in. */
  confirmSignUp(body: { token: string; password: string }, options?: CallOptions): Promise<{ user: Person }> {
    return this.#auth('POST', 'confirm-sign-up', { ...options, body })
  }

  signIn(body: { email: string; password: string }, options?: CallOptions): Promise<{ user: Person }> {
    return this.#auth('POST', 'sign-in/email', { ...options, body })
  }

  async signOut(options?: CallOptions): Promise<void> {
    await this.#auth('POST', 'sign-out', { ...options, body: {} })
  }

  /** Who is signed in; null when nobody is. */
  session(options?: CallOptions): Promise<Session | null> {
    return this.#auth('GET', 'get-session', options)
  }

  sessions(options?: CallOptions): Promise<Session['session'][]> {
    return this.#auth('GET', 'list-sessions', options)
  }

  async endSession(token: string, options?: CallOptions): Promise<void> {
    await this.#auth('POST', 'revoke-session', { ...options, body: { token } })
  }

  async endOtherSessions(options?: CallOptions): Promise<void> {
    await this.#auth('POST', 'revoke-other-sessions', { ...options, body: {} })
  }

  async changePassword(
    body: { currentPassword: string; newPassword: string; revokeOtherSessions?: boolean },
    options?: CallOptions,
  ): Promise<void> {
    await this.#auth('POST', 'change-password', { ...options, body })
  }

  /** Mails a link, where mail is set up. */
  async requestPasswordReset(body: { email: string; redirectTo?: string }, options?: CallOptions): Promise<void> {
    await this.#auth('POST', 'request-password-reset', { ...options, body })
  }

  async resetPassword(body: { newPassword: string; token: string }, options?: CallOptions): Promise<void> {
    await this.#auth('POST', 'reset-password', { ...options, body })
  }

  /** The broadcasts I am a member of. */
  async listBroadcasts(userId: string, options?: CallOptions): Promise<MyBroadcast[]> {
    return (await this.#send<{ data: MyBroadcast[] }>('GET', `/v1/users/${segment(userId)}/broadcasts`, options)).data
  }

  /** With `website` the broadcast is made of that site, which also gives it a name. */
  createBroadcast(userId: string, body: NewBroadcast, options?: CreateOptions): Promise<Broadcast> {
    return this.#send('POST', `/v1/users/${segment(userId)}/broadcasts`, { ...options, body })
  }

  acceptInvitation(userId: string, token: string, options?: CreateOptions): Promise<Membership> {
    return this.#send('POST', `/v1/users/${segment(userId)}/memberships`, { ...options, body: { token } })
  }

  leaveBroadcast(userId: string, broadcastId: string, options?: CallOptions): Promise<void> {
    return this.#send('DELETE', `/v1/users/${segment(userId)}/memberships/${segment(broadcastId)}`, options)
  }

  /** Signing in knows no Idempotency-Key, so it is not sent again by itself. */
  #auth<T>(method: Method, path: string, options?: RequestOptions): Promise<T> {
    return this.#send(method, `/v1/auth/${path}`, { ...options, idempotencyKey: false })
  }

  async #send<T>(method: Method, path: string, options?: RequestOptions): Promise<T> {
    return (await this.#transport.send<T>(method, path, options)).data
  }
}
