import { ActionIcon, Button, Group, Paper, Select, Stack, Text } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { KindName } from '../../../data/api.ts'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { useChoiceLabel, useFieldLabel } from '../../../kinds/labels.ts'
import { useCommon, useTexts } from '../../../texts/language.tsx'
import { ZonedDateTime } from '../../../ui/zoned-date-time.tsx'
import { ByRecord } from '../../kinds/filters.tsx'
import {
  type Condition,
  conditionFields,
  conditionsOf,
  filterOf,
  newCondition,
  operatorNames,
  operatorsOf,
} from '../graph/conditions.ts'
import { conditionTexts } from './condition-texts.ts'
import { JsonValue, NumberValue, TextValue } from './value-input.tsx'

interface Props {
  kind: string
  filters: readonly unknown[]
  isDisabled: boolean
  error: string | undefined
  onChange: (filters: unknown[]) => void
}

/** Conditions on a record, field by field. Filters that a form cannot show are JSON. */
export function ConditionList({ kind, filters, isDisabled, error, onChange }: Props) {
  const t = useTexts(conditionTexts)
  const conditions = conditionsOf(kind, filters)
  const [first] = conditionFields(kind)
  const set = (next: Condition[]) => onChange(next.map(filterOf))
  return (
    <fieldset className="condition-list">
      <legend className="field-label">{t.title}</legend>
      <Stack gap="xs">
        <Text size="xs" c="dimmed">
          {filters.length === 0 ? t.none : t.all}
        </Text>
        {conditions ? (
          conditions.map((condition, at) => (
            <ConditionRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no other identity than its place
              key={at}
              kind={kind}
              condition={condition}
              number={at + 1}
              isDisabled={isDisabled}
              onChange={(next) => set(conditions.with(at, next))}
              onRemove={() => set(conditions.toSpliced(at, 1))}
            />
          ))
        ) : (
          <JsonValue
            label={t.json}
            value={filters}
            isDisabled={isDisabled}
            onChange={(next) => onChange(Array.isArray(next) ? next : [])}
          />
        )}
        {error && (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        )}
        {conditions && first && !isDisabled && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={15} />}
            style={{ alignSelf: 'flex-start' }}
            onClick={() => set([...conditions, newCondition(first)])}
          >
            {t.add}
          </Button>
        )}
      </Stack>
    </fieldset>
  )
}

interface RowProps {
  kind: string
  condition: Condition
  number: number
  isDisabled: boolean
  onChange: (condition: Condition) => void
  onRemove: () => void
}

function ConditionRow({ kind, condition, number, isDisabled, onChange, onRemove }: RowProps) {
  const t = useTexts(conditionTexts)
  const fieldLabel = useFieldLabel()
  const fields = conditionFields(kind)
  const field = fields.find(({ name }) => name === condition.field)
  const labelOf = (name: string) =>
    name
      .split('.')
      .map((part) => fieldLabel(part, kind))
      .join(' › ')
  const needsValue = condition.operator !== 'set' && condition.operator !== 'unset'
  return (
    <Paper withBorder p="xs" component="section" aria-label={t.condition(number)}>
      <Stack gap={6}>
        <Group gap={6} wrap="nowrap">
          <Select
            aria-label={t.field(number)}
            data={fields.map(({ name }) => ({ value: name, label: labelOf(name) }))}
            value={condition.field}
            allowDeselect={false}
            searchable
            disabled={isDisabled}
            style={{ flex: 1 }}
            onChange={(name) => {
              const next = fields.find((one) => one.name === name)
              if (next) onChange(newCondition(next))
            }}
          />
          {!isDisabled && (
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t.remove(number)} onClick={onRemove}>
              <IconX size={17} />
            </ActionIcon>
          )}
        </Group>
        <div className="condition-test">
          <Select
            aria-label={t.operator(number)}
            data={(field ? operatorsOf(field) : []).map((one) => ({ value: one, label: t.operators[one] }))}
            value={condition.operator}
            allowDeselect={false}
            disabled={isDisabled}
            onChange={(chosen) => {
              const operator = operatorNames.find((one) => one === chosen)
              if (!operator || !field) return
              const { value } = condition
              onChange({ ...condition, operator, value: value ?? newCondition(field).value })
            }}
          />
          {needsValue && (
            <ConditionValue
              kind={kind}
              condition={condition}
              number={number}
              isDisabled={isDisabled}
              onChange={(value) => onChange({ ...condition, value })}
            />
          )}
        </div>
        {needsValue && condition.value === '' && (
          <Text size="xs" c="var(--mantine-color-error)">
            {t.missing}
          </Text>
        )}
      </Stack>
    </Paper>
  )
}

type ValueProps = Omit<RowProps, 'onChange' | 'onRemove'> & { onChange: (value: unknown) => void }

function ConditionValue({ kind, condition, number, isDisabled, onChange }: ValueProps) {
  const t = useTexts(conditionTexts)
  const { timezone } = useBroadcast()
  const common = useCommon()
  const choiceLabel = useChoiceLabel()
  const field = conditionFields(kind).find(({ name }) => name === condition.field)
  const props = { label: t.value(number), value: condition.value, isDisabled, onChange }
  if (field?.refersTo !== undefined) {
    return (
      <ByRecord
        {...props}
        kind={kind as KindName}
        name={condition.field}
        target={field.refersTo as KindName}
        w="100%"
        onChange={(id) => onChange(id ?? '')}
      />
    )
  }
  if (field?.choices) {
    return (
      <Select
        aria-label={props.label}
        data={field.choices.map((value) => ({ value, label: choiceLabel(condition.field, value) }))}
        value={String(condition.value)}
        allowDeselect={false}
        disabled={isDisabled}
        onChange={onChange}
      />
    )
  }
  if (field?.type === 'boolean') {
    return (
      <Select
        aria-label={props.label}
        data={[
          { value: 'true', label: common.yes },
          { value: 'false', label: common.no },
        ]}
        value={String(condition.value)}
        allowDeselect={false}
        disabled={isDisabled}
        onChange={(value) => onChange(value === 'true')}
      />
    )
  }
  if (field?.type === 'number') return <NumberValue {...props} onChange={(value) => onChange(value ?? 0)} />
  if (field?.type === 'instant') {
    return (
      <ZonedDateTime
        label={t.value(number)}
        value={typeof condition.value === 'string' ? condition.value : null}
        zone={timezone}
        disabled={isDisabled}
        onChange={(value) => onChange(value ?? new Date().toISOString())}
      />
    )
  }
  return <TextValue {...props} />
}
