import type { RecipientRow } from '../store/public/recipients.ts'
import type { Subscription } from './push-message.ts'

/** A client to be reached. */
export interface Recipient {
  clientId: string
  locale: string | null
  /** As it is stored: by it one sees later whether the client has another one by now. */
  sealed: string
  subscription: Subscription
}

/** Opens the sealed push subscription of a client; the feature that seals it knows how. */
export type OpenSubscription = (broadcastId: string, clientId: string, sealed: string) => unknown

/** The client with its subscription, or undefined when it has none that a message could be sent to. */
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
