import type { CreateOptions } from './kind-collection.ts'
import { segment } from './segment.ts'
import type { CallOptions, Method, RequestOptions, Transport } from './transport.ts'
import type { Broadcast, BroadcastCreate, Membership, ShownInvitation } from './types.ts'

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

/** A broadcast of which the signed-in person is a member. `_access` has the user id for its path, the person's role, and the number of its last change, from which a stream misses nothing. */
export type MyBroadcast = Broadcast & {
  _access: { userId: string; role: 'owner' | 'editor' | 'viewer'; plan: string; sequence: number }
}

export type NewBroadcast = BroadcastCreate | (Partial<BroadcastCreate> & { website: string })

/** The signed-in person: authentication, their broadcasts and memberships. The session is a cookie that the browser stores. */
export class Account {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Creates an account and signs in. A service that can send mail sends a link instead: then `user` is null, and the token in
   * the link goes to `confirmSignUp`.
   */
  signUp(
    body: { email: string; password: string; name: string },
    options?: CallOptions,
  ): Promise<{ user: Person | null }> {
    return this.#auth('POST', 'sign-up/email', { ...options, body })
  }

  /** Creates the account from the token of a mailed link, and signs in. */
  confirmSignUp(body: { token: string; password: string }, options?: CallOptions): Promise<{ user: Person }> {
    return this.#auth('POST', 'confirm-sign-up', { ...options, body })
  }

  signIn(body: { email: string; password: string }, options?: CallOptions): Promise<{ user: Person }> {
    return this.#auth('POST', 'sign-in/email', { ...options, body })
  }

  async signOut(options?: CallOptions): Promise<void> {
    await this.#auth('POST', 'sign-out', { ...options, body: {} })
  }

  /** The current session; null when not signed in. */
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

  /** Mails a link, if the service can send mail. */
  async requestPasswordReset(body: { email: string; redirectTo?: string }, options?: CallOptions): Promise<void> {
    await this.#auth('POST', 'request-password-reset', { ...options, body })
  }

  async resetPassword(body: { newPassword: string; token: string }, options?: CallOptions): Promise<void> {
    await this.#auth('POST', 'reset-password', { ...options, body })
  }

  /** The broadcasts of which the signed-in person is a member. */
  async listBroadcasts(userId: string, options?: CallOptions): Promise<MyBroadcast[]> {
    return (await this.#send<{ data: MyBroadcast[] }>('GET', `/v1/users/${segment(userId)}/broadcasts`, options)).data
  }

  /** With `website`, the broadcast and its name are generated from that site. */
  createBroadcast(userId: string, body: NewBroadcast, options?: CreateOptions): Promise<Broadcast> {
    return this.#send('POST', `/v1/users/${segment(userId)}/broadcasts`, { ...options, body })
  }

  /** Who invites to what. It needs no account: the token is the proof. */
  lookUpInvitation(token: string, options?: CallOptions): Promise<ShownInvitation> {
    return this.#send('POST', '/v1/invitations/lookup', { ...options, body: { token }, idempotencyKey: false })
  }

  acceptInvitation(userId: string, token: string, options?: CreateOptions): Promise<Membership> {
    return this.#send('POST', `/v1/users/${segment(userId)}/memberships`, { ...options, body: { token } })
  }

  leaveBroadcast(userId: string, broadcastId: string, options?: CallOptions): Promise<void> {
    return this.#send('DELETE', `/v1/users/${segment(userId)}/memberships/${segment(broadcastId)}`, options)
  }

  /** The auth endpoints ignore Idempotency-Key, so these requests are not retried. */
  #auth<T>(method: Method, path: string, options?: RequestOptions): Promise<T> {
    return this.#send(method, `/v1/auth/${path}`, { ...options, idempotencyKey: false })
  }

  async #send<T>(method: Method, path: string, options?: RequestOptions): Promise<T> {
    return (await this.#transport.send<T>(method, path, options)).data
  }
}
