import { ActionIcon, Checkbox, Popover, Stack, Tooltip } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import type { TableKind } from '../../kinds/declaration.ts'
import { useFieldLabel } from '../../kinds/labels.ts'
import { useTexts } from '../../texts/language.tsx'
import { viewTexts } from './view-texts.ts'

interface Props {
  declaration: TableKind
  shown: string[]
  /** Undefined for all columns. */
  onChange: (columns: string[] | undefined) => void
}

/** Which columns a table shows after the name. */
export function ColumnMenu({ declaration: { kind, columns }, shown, onChange }: Props) {
  const t = useTexts(viewTexts)
  const fieldLabel = useFieldLabel()
  const toggle = (column: string) => {
    const next = columns.filter((one) => (one === column ? !shown.includes(one) : shown.includes(one)))
    onChange(next.length === columns.length ? undefined : next)
  }
  return (
    <Popover position="bottom-end" shadow="md">
      <Popover.Target>
        <Tooltip label={t.columns}>
          <ActionIcon size="input-sm" variant="default" aria-label={t.columns} visibleFrom="sm">
            <IconColumns3 size={18} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          {columns.map((column) => (
            <Checkbox
              key={column}
              label={fieldLabel(column.split('.').at(-1) ?? column, kind)}
              checked={shown.includes(column)}
              onChange={() => toggle(column)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
