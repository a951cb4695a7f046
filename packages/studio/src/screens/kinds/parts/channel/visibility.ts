interface Shown {
  isPrivate: boolean
  isWeb: boolean
  isApp: boolean
}

export type Hidden = 'unnamed' | 'draft' | 'private' | 'off'

/** Why visitors cannot see the site of a channel; undefined when they can. The first thing to do comes first. */
export function hiddenBecause(broadcast: Shown, channel: Record<string, unknown>): Hidden | undefined {
  if (!channel.slug && !channel.domain) return 'unnamed'
  if (channel.status !== 'published') return 'draft'
  if (broadcast.isPrivate) return 'private'
  return broadcast.isWeb ? undefined : 'off'
}
