import { useQuery } from '@tanstack/react-query'
import { useRecord } from '../../data/records.ts'
import { mediaIdOf, mediaUrlOf } from '../../fields/media-value.ts'
import { pictureSize } from './picture.ts'
import type { Size, VenueMap } from './pins.ts'

/** The picture of a map and its size: the size stored in the map, or that of the picture. */
export function useBackground(map: VenueMap | undefined): { url: string | undefined; size: Size | undefined } {
  const media = useRecord('media', mediaIdOf(map?.media))
  const url = mediaUrlOf(map?.media) ?? media.data?.record.mediaUrl
  const stated = map?.width && map.height ? { width: map.width, height: map.height } : undefined
  const own = useQuery({
    queryKey: ['picture size', url],
    queryFn: async () => (await pictureSize(url ?? '')) ?? null,
    enabled: url !== undefined && stated === undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { url, size: stated ?? own.data ?? undefined }
}
