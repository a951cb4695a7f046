import { useQueries, useQuery } from '@tanstack/react-query'
import type { BroadcastApi } from './api.ts'
import { useBroadcast } from './broadcasts.tsx'
import { type Health, healthOf } from './health.ts'

type Webhooks = BroadcastApi['sdk']['webhooks']
export type Webhook = Awaited<ReturnType<Webhooks['get']>>
export type Delivery = Awaited<ReturnType<Webhooks['delivery']>>
export type EventType = Awaited<ReturnType<Webhooks['eventTypes']>>[number]

export interface WatchedWebhook extends Webhook {
  /** Undefined until its last deliveries are loaded. */
  health: Health | undefined
  last: Delivery | undefined
}

/** The webhooks of the broadcast with their health; for owners. */
export function useWebhooks(options: { enabled?: boolean } = {}) {
  const { api, id } = useBroadcast()
  const found = useQuery({
    queryKey: webhooksKey(id),
    queryFn: async ({ signal }) => (await api.sdk.webhooks.list({}, { signal })).data,
    enabled: options.enabled ?? true,
  })
  const deliveries = useQueries({
    queries: (found.data ?? []).map((hook) => ({
      queryKey: [...webhooksKey(id), hook.id, 'last'],
      queryFn: ({ signal }: { signal: AbortSignal }) => api.sdk.webhooks.deliveries(hook.id, { limit: 5 }, { signal }),
      refetchInterval: 10_000,
    })),
  })
  const webhooks = (found.data ?? []).map((hook, index): WatchedWebhook => {
    const last = deliveries[index]?.data
    return { ...hook, health: last && healthOf(hook, last), last: last?.[0] }
  })
  return { ...found, webhooks }
}

export const webhooksKey = (broadcastId: string) => ['broadcast', broadcastId, 'webhooks']
