export type Health = 'healthy' | 'quiet' | 'failing' | 'disabled'

interface Hook {
  active: boolean
}
interface Sent {
  status: 'pending' | 'delivered' | 'failed'
  attempts: number
}

/** The health of a webhook by its last deliveries, the newest first. A delivery that is being retried counts as failing. */
export function healthOf({ active }: Hook, deliveries: readonly Sent[]): Health {
  if (!active) return 'disabled'
  const last = deliveries.find(({ status, attempts }) => status !== 'pending' || attempts > 0)
  if (!last) return 'quiet'
  return last.status === 'delivered' ? 'healthy' : 'failing'
}
