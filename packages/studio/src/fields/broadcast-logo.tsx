import { Avatar } from '@mantine/core'
import { mediaUrlOf } from './media-value.ts'

interface Shown {
  name: string
  theme?: { logo?: unknown; primaryBackgroundColor?: string | null; accentColor?: string | null } | undefined
}

/** The logo of a broadcast, or its initial on its color. */
export function BroadcastLogo({ record, size }: { record: Shown; size: number }) {
  const { theme, name } = record
  return (
    <Avatar
      src={mediaUrlOf(theme?.logo) ?? null}
      alt=""
      size={size}
      radius={size / 4}
      color="ember"
      variant="filled"
      imageProps={{ style: { objectFit: 'contain', background: theme?.primaryBackgroundColor ?? '#fff' } }}
    >
      {name.slice(0, 1).toUpperCase()}
    </Avatar>
  )
}
