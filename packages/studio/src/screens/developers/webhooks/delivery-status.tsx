import { Badge } from '@mantine/core'
import type { Delivery } from '../../../data/webhooks.ts'
import { useTexts } from '../../../texts/language.tsx'
import { texts } from './texts.ts'

/** Whether a delivery is pending, delivered or given up. */
export function DeliveryStatus({ status }: { status: Delivery['status'] }) {
  const t = useTexts(texts)
  return (
    <Badge color={colors[status]} variant="light" radius="sm" tt="none">
      {t.status[status]}
    </Badge>
  )
}

const colors: Record<Delivery['status'], string> = { pending: 'blue', delivered: 'green', failed: 'red' }
