import { Badge, ColorSwatch, Group, Text } from '@mantine/core'
import { type AnyRecord, kindNamed } from '@marquee/model'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { schemaOf } from '../../fields/schema.ts'
import type { TableKind } from '../../kinds/declaration.ts'
import { useChoiceLabel } from '../../kinds/labels.ts'
import { useCommon, useLanguage } from '../../texts/language.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { formatInstant } from '../../ui/zoned.ts'
import { type ReferenceNames, targetOf } from './reference-names.ts'

interface Props {
  declaration: TableKind
  column: string
  record: AnyRecord
  names: ReferenceNames
}

/** A value as a table shows it. */
export function Cell({ declaration, column, record, names }: Props) {
  const { kind, keyedColumns = [] } = declaration
  const common = useCommon()
  const { language } = useLanguage()
  const { timezone } = useBroadcast()
  const choiceLabel = useChoiceLabel()
  const value = column.split('.').reduce<unknown>((holder, name) => Object(holder)[name], record)
  const field = kindNamed(kind).fields[column]
  const schema = field && schemaOf(field)
  if (column === 'status' && typeof value === 'string') return <StatusChip status={value} />
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return (
      <Text span c="dimmed">
        –
      </Text>
    )
  if (targetOf(kind, column)) return <Names ids={[value].flat().map(String)} names={names} />
  if (typeof value === 'boolean') return <Text size="sm">{value ? common.yes : common.no}</Text>
  if (Array.isArray(value))
    return (
      <Text size="sm" c="dimmed">
        {keyedColumns.includes(column)
          ? pairsOf(value)
          : isWords(value)
            ? value.join(', ')
            : common.items(value.length)}
      </Text>
    )
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) {
    return (
      <Text size="sm" className="tabular" style={{ whiteSpace: 'nowrap' }}>
        {formatInstant(value, timezone, language)}
      </Text>
    )
  }
  if (typeof value === 'string' && /^#[0-9a-f]{3,8}$/i.test(value)) {
    return (
      <Group gap={8} wrap="nowrap">
        <ColorSwatch color={value} size={18} />
        <Text size="sm" ff="monospace">
          {value}
        </Text>
      </Group>
    )
  }
  if (column === 'size' && typeof value === 'number')
    return (
      <Text size="sm" className="tabular">
        {sizeOf(value, language)}
      </Text>
    )
  if (schema?.enum) return <Text size="sm">{choiceLabel(column, String(value))}</Text>
  return (
    <Text size="sm" lineClamp={1} maw={340}>
      {typeof value === 'object' ? JSON.stringify(value) : String(value)}
    </Text>
  )
}

function Names({ ids, names }: { ids: string[]; names: ReferenceNames }) {
  if (ids.length === 0)
    return (
      <Text span c="dimmed">
        –
      </Text>
    )
  return (
    <Group gap={4}>
      {ids.slice(0, 3).map((id) => (
        <Badge key={id} variant="light" color="gray" tt="none" radius="sm" fw={550}>
          {names.get(id) || '…'}
        </Badge>
      ))}
      {ids.length > 3 && <Text size="xs">+{ids.length - 3}</Text>}
    </Group>
  )
}

const pairsOf = (fields: unknown[]) =>
  fields
    .slice(0, 3)
    .map((entry) => `${Object(entry).key}: ${String(Object(entry).value).slice(0, 40)}`)
    .join(' · ')

function sizeOf(bytes: number, language: string): string {
  const [unit, divisor] = bytes >= 1_000_000 ? (['megabyte', 1_000_000] as const) : (['kilobyte', 1_000] as const)
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(bytes / divisor)
}

const isWords = (list: unknown[]) => list.every((one) => typeof one === 'string')
