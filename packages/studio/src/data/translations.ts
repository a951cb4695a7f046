import { useDebouncedCallback } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { BroadcastApi } from './api.ts'
import { useBroadcast } from './broadcasts.tsx'
import { onChange } from './live.ts'

/** How much of the content is translated into a language. */
export type TranslationProgress = Awaited<ReturnType<BroadcastApi['sdk']['translations']>>['data'][number]

/** A record with texts to translate, and how many of them are. */
export type TranslationEntry = Awaited<ReturnType<BroadcastApi['sdk']['translationRecords']>>['data'][number]

/** The progress of each language, kept up to date. */
export function useTranslationProgress() {
  const { api, id } = useBroadcast()
  const client = useQueryClient()
  const refresh = useDebouncedCallback(() => client.invalidateQueries({ queryKey: translationsKey(id) }), 500)
  useEffect(() => onChange(refresh), [refresh])
  return useQuery({
    queryKey: [...translationsKey(id), 'progress'],
    queryFn: async ({ signal }) => (await api.sdk.translations({ signal })).data,
  })
}

interface Asked {
  locale: string
  kind: string | undefined
  isMissingOnly: boolean
}

/** The records with texts to translate into a language. */
export function useTranslationEntries({ locale, kind, isMissingOnly }: Asked) {
  const { api, id } = useBroadcast()
  const found = useInfiniteQuery({
    queryKey: [...translationsKey(id), 'records', locale, kind, isMissingOnly],
    queryFn: ({ pageParam, signal }) =>
      api.sdk.translationRecords(
        { locale, missing: isMissingOnly, limit: pageSize, skip: pageParam, ...(kind && { kinds: [kind] }) },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ metadata: { total, skip, limit } }) => (skip + limit < total ? skip + limit : undefined),
    placeholderData: keepPreviousData,
  })
  const pages = found.data?.pages ?? []
  return { ...found, entries: pages.flatMap(({ data }) => data), total: pages[0]?.metadata.total ?? 0 }
}

const pageSize = 50
const translationsKey = (broadcastId: string) => ['broadcast', broadcastId, 'translations']
