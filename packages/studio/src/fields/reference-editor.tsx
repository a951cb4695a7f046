import { Combobox, Group, Loader, Pill, PillsInput, Text, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { KindName } from '../data/api.ts'
import { errorWithin } from '../data/pointers.ts'
import { useRecordSearch } from '../data/record-search.ts'
import { useRecordsById } from '../data/records.ts'
import { folded, nameOf } from '../kinds/record-names.ts'
import { useCommon, useLanguage } from '../texts/language.tsx'
import { useCreateInPlace } from './create-in-place.ts'
import type { EditorProps } from './editor.tsx'

/** One record of another kind, picked by name. */
export function ReferenceEditor(props: EditorProps) {
  const { value, onChange } = props
  return (
    <Picker
      {...props}
      kind={props.schema.refersTo as KindName}
      ids={typeof value === 'string' ? [value] : []}
      onIds={(ids) => onChange(ids.at(-1) ?? null)}
      isSingle
    />
  )
}

/** An ordered list of records of another kind, picked by name. */
export function ReferencesEditor(props: EditorProps) {
  const { value, onChange } = props
  return (
    <Picker
      {...props}
      kind={props.schema.items?.refersTo as KindName}
      ids={Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []}
      onIds={onChange}
    />
  )
}

interface PickerProps extends EditorProps {
  kind: KindName
  ids: string[]
  onIds: (ids: string[]) => void
  isSingle?: boolean
}

function Picker({
  kind,
  ids,
  onIds,
  isSingle = false,
  label,
  description,
  errors,
  pointer,
  isDisabled,
  isRequired,
}: PickerProps) {
  const common = useCommon()
  const { language } = useLanguage()
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), 200)
  const combobox = useCombobox({ onDropdownClose: () => setText('') })
  const chosen = useRecordsById(kind, ids)
  const found = useRecordSearch(kind, asked, combobox.dropdownOpened)
  const nameOfId = (id: string) => {
    const record = chosen.get(id) ?? found.records.find(({ _id }) => _id === id)
    return record ? nameOf(kind, record, language) || common.untitled : '…'
  }
  const create = useCreateInPlace(kind)
  const choose = async (option: string) => {
    const id = option === newRecord ? await create?.(asked) : option
    if (id === undefined) return
    onIds(ids.includes(id) ? ids.filter((one) => one !== id) : isSingle ? [id] : [...ids, id])
    setText('')
    if (isSingle) combobox.closeDropdown()
  }
  const options = found.records.filter(({ _id }) => !ids.includes(_id))
  const isKnown = [...found.records, ...chosen.values()].some(
    (record) => folded(nameOf(kind, record, language)) === folded(asked),
  )
  const canCreate = create !== undefined && asked !== '' && asked === text.trim() && !found.isFetching && !isKnown
  return (
    <Combobox store={combobox} onOptionSubmit={(option) => void choose(option)} shadow="md">
      <Combobox.DropdownTarget>
        <PillsInput
          label={label}
          description={description}
          error={errorWithin(errors, pointer)}
          disabled={isDisabled}
          required={isRequired}
          onClick={() => combobox.openDropdown()}
          rightSection={found.isFetching ? <Loader size={14} /> : <Combobox.Chevron />}
        >
          <Pill.Group>
            {ids.map((id) => (
              <Pill
                key={id}
                withRemoveButton={!isDisabled}
                disabled={isDisabled}
                onRemove={() => onIds(ids.filter((one) => one !== id))}
                // Mantine hides these buttons from screen readers, which need them to remove an entry.
                removeButtonProps={{
                  'aria-label': `${common.remove}: ${nameOfId(id)}`,
                  'aria-hidden': false,
                  tabIndex: 0,
                }}
              >
                {nameOfId(id)}
              </Pill>
            ))}
            <Combobox.EventsTarget>
              <PillsInput.Field
                aria-label={label}
                disabled={isDisabled}
                value={text}
                placeholder={ids.length === 0 ? common.reference.choose : ''}
                onFocus={() => combobox.openDropdown()}
                onBlur={() => combobox.closeDropdown()}
                onChange={(event) => {
                  setText(event.currentTarget.value)
                  combobox.openDropdown()
                  combobox.updateSelectedOptionIndex()
                }}
                onKeyDown={(event) => {
                  if (event.key !== 'Backspace' || text !== '' || ids.length === 0) return
                  event.preventDefault()
                  onIds(ids.slice(0, -1))
                }}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <Combobox.Options mah={260} style={{ overflowY: 'auto' }}>
          {options.map((record) => (
            <Combobox.Option value={record._id} key={record._id}>
              {nameOf(kind, record, language) || common.untitled}
            </Combobox.Option>
          ))}
          {canCreate && (
            <Combobox.Option value={newRecord}>
              <Group gap="xs" wrap="nowrap">
                <IconPlus size={16} aria-hidden />
                <Text size="sm" inherit>
                  {common.reference.create(asked)}
                </Text>
              </Group>
            </Combobox.Option>
          )}
          {options.length === 0 && !canCreate && (
            <Combobox.Empty>{found.isFetching ? common.loading : common.reference.nothing}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** The option that creates a record, among those that are ids. */
const newRecord = 'new'
