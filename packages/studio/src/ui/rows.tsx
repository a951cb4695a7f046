import { Skeleton, Stack } from '@mantine/core'
import './rows.css'

/** Placeholders of rows that are loading. */
export function Rows({ count = 4 }: { count?: number }) {
  return (
    <Stack gap="xs" aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same and never move
        <Skeleton key={index} height={56} radius="md" />
      ))}
    </Stack>
  )
}
