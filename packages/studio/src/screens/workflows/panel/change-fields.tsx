import { MultiSelect, Select, Text } from '@mantine/core'
import { carriesIdsOnly, kindNamed } from '@marquee/model'
import { useKindLabel } from '../../../kinds/labels.ts'
import { useTexts } from '../../../texts/language.tsx'
import { followedKinds } from '../nodes/content-kinds.ts'
import { texts as shared } from '../texts.ts'
import { ConditionList } from './condition-list.tsx'
import { texts } from './texts.ts'
import type { TriggerPart } from './trigger-part.ts'

/** Which changes start the workflow: of a kind, by operation and by conditions on the record. */
export function ChangeFields({ trigger, isDisabled, error, onChange }: TriggerPart) {
  const t = useTexts(texts)
  const { operations: names } = useTexts(shared)
  const kindLabel = useKindLabel()
  const { filters: _gone, ...unfiltered } = trigger
  const chosen = trigger.operations ?? []
  const isAboutPeople = trigger.kind !== undefined && carriesIdsOnly(kindNamed(trigger.kind))
  return (
    <>
      <Select
        label={t.changeKind}
        data={followedKinds.map((kind) => ({ value: kind, label: kindLabel(kind, 'many') }))}
        value={trigger.kind ?? null}
        allowDeselect={false}
        searchable
        disabled={isDisabled}
        // Conditions name fields of the kind.
        onChange={(kind) => kind !== null && onChange({ ...unfiltered, kind })}
      />
      <MultiSelect
        label={t.changeOperations}
        data={operations.map((one) => ({ value: one, label: names[one] }))}
        value={chosen}
        disabled={isDisabled}
        error={chosen.length === 0 && error}
        onChange={(next) => onChange({ ...trigger, operations: operations.filter((one) => next.includes(one)) })}
      />
      {trigger.kind === undefined ? null : isAboutPeople ? (
        <Text size="sm" c="dimmed">
          {t.changePeople}
        </Text>
      ) : (
        <ConditionList
          key={trigger.kind}
          kind={trigger.kind ?? ''}
          filters={trigger.filters ?? []}
          isDisabled={isDisabled}
          error={chosen.length > 0 ? error : undefined}
          onChange={(filters) => onChange(filters.length > 0 ? { ...trigger, filters } : unfiltered)}
        />
      )}
    </>
  )
}

const operations = ['create', 'update', 'delete', 'publish'] as const
