import { Badge } from '@mantine/core'
import { useCommon } from '../texts/language.tsx'

/** A status as a chip. A draft has a dashed outline and no fill. */
export function StatusChip({ status }: { status: string }) {
  const { status: texts } = useCommon()
  const label = status in texts ? texts[status as keyof typeof texts] : status
  const isDraft = status === 'draft'
  return (
    <Badge
      variant={isDraft ? 'outline' : 'light'}
      color={colors[status] ?? 'gray'}
      radius="sm"
      tt="none"
      fw={600}
      miw="fit-content"
      style={isDraft ? { borderStyle: 'dashed' } : undefined}
    >
      {label}
    </Badge>
  )
}

const colors: Record<string, string> = {
  published: 'green',
  active: 'green',
  enabled: 'green',
  succeeded: 'green',
  sent: 'green',
  scheduled: 'blue',
  sending: 'blue',
  running: 'blue',
  queued: 'blue',
  failed: 'red',
  timedOut: 'red',
  invited: 'yellow',
}
