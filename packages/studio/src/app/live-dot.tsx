import { Box, Tooltip } from '@mantine/core'
import { useLiveState } from '../data/live.ts'
import { useCommon } from '../texts/language.tsx'

/** Shows whether the change stream is connected. */
export function LiveDot() {
  const state = useLiveState()
  const common = useCommon()
  const label = state === 'offline' ? common.offline : common.live
  return (
    <Tooltip label={label}>
      <Box
        role="img"
        aria-label={label}
        w={9}
        h={9}
        mx={8}
        style={{
          borderRadius: '50%',
          background:
            state === 'live'
              ? 'var(--mantine-color-green-6)'
              : state === 'offline'
                ? 'var(--mantine-color-red-6)'
                : 'var(--mantine-color-gray-5)',
        }}
      />
    </Tooltip>
  )
}
