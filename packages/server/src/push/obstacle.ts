import type { SendingStanding } from '../store/public/recipients.ts'

/** The reason why a broadcast cannot send, as a sentence. */
export function obstacleTo({ plan, is_private: isPrivate }: Omit<SendingStanding, 'user_id'>): string | undefined {
  if (plan === 'free') return 'The plan of the account does not include sending.'
  return isPrivate ? 'The broadcast is private, so recipients could not open it.' : undefined
}
