import { Badge } from '@mantine/core'
import { useChoiceLabel } from '../../kinds/labels.ts'
import type { Import } from './imports.ts'

/** The status of an import as a chip. */
export function ImportStatus({ status }: { status: Import['status'] }) {
  const choiceLabel = useChoiceLabel()
  return (
    <Badge variant="light" color={colors[status]} radius="sm" tt="none" fw={600} miw="fit-content">
      {choiceLabel('status', status)}
    </Badge>
  )
}

const colors: Record<Import['status'], string> = {
  previewed: 'gray',
  waiting: 'yellow',
  applying: 'blue',
  undoing: 'blue',
  applied: 'green',
  failed: 'red',
  undone: 'gray',
  discarded: 'gray',
}
