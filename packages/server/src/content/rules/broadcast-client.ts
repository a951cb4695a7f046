import { Invalid, invalid } from '@marquee/model'
import { startFollowing } from '../../store/public/reminders.ts'
import { requireCallable } from '../outbound-urls.ts'
import type { Rule } from './rule.ts'

/** A push subscription is complete, and its endpoint may be called. The address it resolves to is checked with every message. */
export const clientRule: Rule = {
  arriving({ writing, sent: { pushSubscription } }) {
    if (typeof pushSubscription !== 'object' || pushSubscription === null) return
    const { endpoint, keys, set } = pushSubscription as { endpoint?: string; keys?: object; set?: boolean }
    if (set !== undefined && Object.keys(pushSubscription).length === 1) return
    if (set !== undefined) throw invalid('/pushSubscription/set', 'read_only', 'cannot be set')
    const missing = Object.entries({ endpoint, keys }).filter(([, value]) => value === undefined)
    if (missing.length > 0)
      throw new Invalid(
        missing.map(([name]) => ({ pointer: `/pushSubscription/${name}`, code: 'required', message: 'is required' })),
      )
    if (!isCallable(String(endpoint), writing.isHttpAllowed))
      throw invalid('/pushSubscription/endpoint', 'format', 'must be an https URL without a password')
    requireCallable(writing, [{ pointer: '/pushSubscription/endpoint', url: endpoint }])
  },
  /** From the first subscription on, reminders follow the changes of the broadcast. */
  async saved({ writing: { tx, broadcastId, nowMs }, before, after }) {
    if (after.pushSubscription && !before?.pushSubscription) await startFollowing(tx, broadcastId, new Date(nowMs))
  },
}

function isCallable(endpoint: string, isHttpAllowed: boolean): boolean {
  const { protocol, username, password } = new URL(endpoint)
  return (protocol === 'https:' || (isHttpAllowed && protocol === 'http:')) && username === '' && password === ''
}
