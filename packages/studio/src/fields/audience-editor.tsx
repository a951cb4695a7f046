import { Group, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core'
import { kindNamed, queryFields } from '@marquee/model'
import { isPlain, type Values } from '../data/merge.ts'
import { errorWithin } from '../data/pointers.ts'
import { useFieldLabel } from '../kinds/labels.ts'
import { useTexts } from '../texts/language.tsx'
import type { EditorProps } from './editor.tsx'
import { OrderedList } from './list-editor.tsx'
import { texts } from './texts.ts'

/** The audience of a campaign: conditions on the apps that follow the broadcast. No condition means everyone. */
export function AudienceEditor(props: EditorProps) {
  const { label, value, onChange, errors, pointer, isDisabled } = props
  const t = useTexts(texts)
  const fieldLabel = useFieldLabel()
  const audience = isPlain(value) ? value : {}
  const conditions = Array.isArray(audience.filters) ? audience.filters.map(toCondition) : []
  const set = (next: Condition[]) => {
    onChange(
      next.length === 0
        ? null
        : { ...audience, filtersLogical: audience.filtersLogical ?? '$and', filters: next.map(toFilter) },
    )
  }
  const error = errorWithin(errors, pointer)
  return (
    <Stack gap="xs">
      <OrderedList
        {...props}
        label={label}
        value={conditions}
        onChange={(next) => set(next as Condition[])}
        addLabel={t.audience.add}
        newItem={() => ({ field: 'locale', operator: '$eq', value: 'fr' })}
        renderItem={(condition, change) => (
          <Group gap="xs" grow align="flex-end">
            <Select
              label={t.audience.field}
              allowDeselect={false}
              disabled={isDisabled}
              data={clientFields.map((name) => ({ value: name, label: fieldLabel(name) }))}
              value={String(condition.field)}
              onChange={(field) => change({ ...condition, field })}
            />
            <Select
              label={t.audience.operator}
              allowDeselect={false}
              disabled={isDisabled}
              data={operators.map((name) => ({ value: name, label: t.audience.operators[name] }))}
              value={String(condition.operator)}
              onChange={(operator) => change({ ...condition, operator })}
            />
            <TextInput
              label={t.audience.value}
              disabled={isDisabled}
              value={String(condition.value ?? '')}
              onChange={(event) => change({ ...condition, value: event.currentTarget.value })}
            />
          </Group>
        )}
      />
      {conditions.length > 1 && (
        <SegmentedControl
          aria-label={t.audience.how}
          disabled={isDisabled}
          value={String(audience.filtersLogical ?? '$and')}
          onChange={(filtersLogical) => onChange({ ...audience, filtersLogical })}
          data={[
            { value: '$and', label: t.audience.and },
            { value: '$or', label: t.audience.or },
          ]}
        />
      )}
      {conditions.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.audience.everybody}
        </Text>
      )}
      {error && (
        <Text size="xs" c="var(--mantine-color-error)">
          {error}
        </Text>
      )}
    </Stack>
  )
}

interface Condition extends Values {
  field: string
  operator: string
  value: unknown
}

const operators = ['$eq', '$ne', '$in', '$gte', '$lte', '$exists'] as const
/** The fields by which lists of clients can be filtered. */
const clientFields = [...queryFields(kindNamed('broadcastClient')).keys()].filter(
  (name) => !name.startsWith('_') || name === '_createdAt',
)

function toCondition(filter: unknown): Condition {
  const [field = 'locale', test] = Object.entries(isPlain(filter) ? filter : {})[0] ?? []
  if (!isPlain(test)) return { field, operator: '$eq', value: test }
  const [operator = '$eq', value] = Object.entries(test)[0] ?? []
  return { field, operator, value: Array.isArray(value) ? value.join(', ') : value }
}

function toFilter({ field, operator, value }: Condition): unknown {
  if (operator === '$eq') return { [field]: value }
  if (operator === '$exists') return { [field]: { $exists: String(value) !== 'false' } }
  const words = String(value).split(',')
  return { [field]: { [operator]: operator === '$in' ? words.map((word) => word.trim()) : value } }
}
