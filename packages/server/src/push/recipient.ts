import type { RecipientRow } from '../store/public/recipients.ts'
import type { Subscription } from './push-message.ts'

/** A client to be reached. */
export interface Recipient {
  clientId: string
  locale: string | null
  /** As stored; compared later to detect whether the client has sent another one. */
  sealed: string
  subscription: Subscription
}

/** Decrypts the push subscription of a client; injected by the feature that encrypts it. */
export type OpenSubscription = (broadcastId: string, clientId: string, sealed: string) => unknown

/** The client with its subscription, or undefined when it has no usable one. */
export function recipientOf(
  broadcastId: string,
  { client_id: clientId, locale, sealed }: RecipientRow,
  openSubscription: OpenSubscription,
): Recipient | undefined {
  if (sealed === null) return undefined
  const opened = openSubscription(broadcastId, clientId, sealed)
  return isSubscription(opened) ? { clientId, locale, sealed, subscription: opened } : undefined
}

function isSubscription(value: unknown): value is Subscription {
  const { endpoint, keys } = Object(value)
  const { p256dh, auth } = Object(keys)
  return [endpoint, p256dh, auth].every((text) => typeof text === 'string') && URL.canParse(endpoint)
}
