import { siteAddress } from '../../kinds/site-address.ts'
import { mainWebsite } from '../kinds/parts/channel/main-website.ts'
import { hiddenBecause } from '../kinds/parts/channel/visibility.ts'

export type SiteState = 'public' | 'empty' | 'private' | 'draft' | 'missing'

interface Channel extends Record<string, unknown> {
  _id: string
}

/** What visitors see of a broadcast, by the website that shows most of it. */
export function siteStateOf(
  broadcast: Parameters<typeof hiddenBecause>[0],
  channels: Channel[],
  hasContent: boolean,
): { state: SiteState; channel?: Channel; address?: string } {
  const channel = mainWebsite(channels)
  const address = channel && siteAddress(channel)
  if (!channel || !address) return { state: 'missing' }
  const hidden = hiddenBecause(broadcast, channel)
  if (hidden === 'draft') return { state: 'draft', channel, address }
  if (hidden) return { state: 'private', channel, address }
  return { state: hasContent ? 'public' : 'empty', channel, address }
}
