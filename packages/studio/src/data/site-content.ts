import { applyBundle, type Bundle, emptyData, type SiteData } from '@marquee/app/data'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useBroadcast } from './broadcasts.tsx'

/** The content of the visitors' app with drafts. After the first read, only changes are read. */
export function useSiteContent(): SiteData | undefined {
  const { api, id } = useBroadcast()
  const client = useQueryClient()
  const queryKey = siteContentKey(id)
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const known = client.getQueryData<SiteData>(queryKey) ?? emptyData
      const query = known.cursor === '' ? {} : { since: known.cursor }
      return applyBundle(known, (await api.sdk.bundle(query, { signal })) as unknown as Bundle)
    },
    // Content has maps, which the default comparison of results does not know.
    structuralSharing: false,
  })
  return data
}

export const siteContentKey = (broadcastId: string) => ['broadcast', broadcastId, 'site-content']
