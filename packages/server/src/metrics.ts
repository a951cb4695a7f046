import type { Admission } from './http/admission.ts'
import type { Metrics } from './http/metrics.ts'
import type { ResponseCache } from './http/response-cache.ts'
import type { Platform } from './platform.ts'
import { readBacklogs } from './store/queues/backlog.ts'

/** The metrics of a service. The library is loaded only where they are configured. */
export async function openMetrics(
  platform: Platform,
  responseCache: ResponseCache,
  admission: Admission,
): Promise<Metrics> {
  const { db, replica, clock, memory } = platform
  const { createMetrics } = await import('./http/metrics.ts')
  return createMetrics({
    db,
    replica,
    memory,
    responseCache,
    admission,
    readBacklogs: () => readBacklogs(db, clock.now()),
  })
}
