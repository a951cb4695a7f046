export type Health = 'healthy' | 'quiet' | 'failing' | 'disabled'

interface Hook {
  active: boolean
}
interface Sent {
  status: 'pending' | 'delivered' | 'failed'
  attempts: number
}

/** How a webhook is doing, by its last deliveries, the newest first. One that is being tried again counts as failing. */
export function healthOf({ active }: Hook, deliveries: readonly Sent[]): Health {
  if (!active) return 'disabled'
  const last = deliveries.find(({ status, attempts }) => status !== 'pending' || attempts > 0)
  if (!last) return 'quiet'
  return last.status === 'delivered' ? 'healthy' : 'failing'
}
