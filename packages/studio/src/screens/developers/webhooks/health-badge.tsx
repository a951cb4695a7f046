import { Badge, Skeleton } from '@mantine/core'
import type { Health } from '../../../data/health.ts'
import { useTexts } from '../../../texts/language.tsx'
import { texts } from './texts.ts'

/** The health of a webhook. */
export function HealthBadge({ health }: { health: Health | undefined }) {
  const t = useTexts(texts)
  if (!health) return <Skeleton width={80} height={20} radius="sm" />
  return (
    <Badge color={colors[health]} variant="light" radius="sm" tt="none">
      {t.health[health]}
    </Badge>
  )
}

const colors: Record<Health, string> = { healthy: 'green', quiet: 'gray', failing: 'red', disabled: 'yellow' }
