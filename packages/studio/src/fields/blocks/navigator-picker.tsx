import { CloseButton, Combobox, Group, InputBase, Loader, ScrollArea, Text, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { isPlain, type Values } from '../../data/merge.ts'
import { errorWithin } from '../../data/pointers.ts'
import { useRecord, useRecords } from '../../data/records.ts'
import { useChoiceLabel, useFieldLabel } from '../../kinds/labels.ts'
import { folded, nameOf } from '../../kinds/record-names.ts'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import type { EditorProps } from '../editor.tsx'
import { type Target, targetFields, targetOf } from './target.ts'
import { texts } from './texts.ts'

/** Picks the target of a tap by name: pages, records, screens of the app, or a pasted link. */
export function NavigatorPicker({
  label,
  description,
  value,
  onChange,
  schema,
  errors,
  pointer,
  isDisabled,
}: EditorProps) {
  const t = useTexts(texts).navigator
  const [text, setText] = useState('')
  const combobox = useCombobox({
    onDropdownClose: () => {
      setText('')
      combobox.resetSelectedOption()
    },
  })
  const target = targetOf(value)
  const name = useTargetName(target)
  const natives = (schema.properties?.nativeContent?.enum ?? []).filter((one): one is string => one !== null)
  const choose = (chosen: string) => {
    const [field = '', ...rest] = chosen.split(':')
    onChange({ [field]: rest.join(':') })
    combobox.closeDropdown()
  }
  const hasQuery = isPlain(value) && isPlain((value as Values).query)
  return (
    <Combobox store={combobox} onOptionSubmit={choose} shadow="md" withinPortal>
      <Combobox.Target>
        <InputBase
          label={label}
          description={description}
          error={errorWithin(errors, pointer)}
          disabled={isDisabled}
          placeholder={target ? undefined : t.nowhere}
          value={combobox.dropdownOpened ? text : name + (hasQuery ? ` (${t.filtered})` : '')}
          onChange={(event) => {
            setText(event.currentTarget.value)
            combobox.openDropdown()
            combobox.updateSelectedOptionIndex()
          }}
          onClick={() => combobox.openDropdown()}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          rightSectionPointerEvents={target && !isDisabled ? 'all' : 'none'}
          rightSection={
            target && !isDisabled ? (
              <CloseButton
                size="sm"
                aria-label={t.clear}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onChange(null)}
              />
            ) : (
              <Combobox.Chevron />
            )
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        {combobox.dropdownOpened && <Options text={text.trim()} natives={natives} />}
      </Combobox.Dropdown>
    </Combobox>
  )
}

function Options({ text, natives }: { text: string; natives: string[] }) {
  const t = useTexts(texts).navigator
  const common = useCommon()
  const choiceLabel = useChoiceLabel()
  const fieldLabel = useFieldLabel()
  const { found, isFetching } = useFound(text)
  const isLink = /^(?:https?:\/\/|mailto:|tel:)\S+$/i.test(text)
  const screens = natives
    .map((one) => ({ value: `nativeContent:${one}`, label: choiceLabel('nativeContent', one) }))
    .filter(({ label }) => folded(label).includes(folded(text)))
  const isEmpty = !isLink && screens.length === 0 && found.length === 0
  return (
    <Combobox.Options>
      <ScrollArea.Autosize mah={320} type="auto">
        {text === '' && (
          <Text size="xs" c="dimmed" px="sm" py={6}>
            {t.find}
          </Text>
        )}
        {isLink && (
          <Combobox.Group label={t.link}>
            <Combobox.Option value={`url:${text}`}>{t.openLink(text)}</Combobox.Option>
          </Combobox.Group>
        )}
        {found.length > 0 && (
          <Combobox.Group label={text === '' ? fieldLabel('broadcastPageId') : t.records}>
            {found.map(({ field, id, name }) => (
              <Combobox.Option key={id} value={`${field}:${id}`}>
                <Group justify="space-between" wrap="nowrap" gap="sm">
                  <span>{name || common.untitled}</span>
                  <Text component="span" size="xs" c="dimmed">
                    {fieldLabel(field)}
                  </Text>
                </Group>
              </Combobox.Option>
            ))}
          </Combobox.Group>
        )}
        {screens.length > 0 && (
          <Combobox.Group label={t.screens}>
            {screens.map((screen) => (
              <Combobox.Option key={screen.value} value={screen.value}>
                {screen.label}
              </Combobox.Option>
            ))}
          </Combobox.Group>
        )}
        {isEmpty && <Combobox.Empty>{isFetching ? <Loader size={16} /> : t.nothing}</Combobox.Empty>}
      </ScrollArea.Autosize>
    </Combobox.Options>
  )
}

interface Found {
  field: string
  id: string
  name: string
}

/** Records of all kinds that can be a target: by full text, or the pages while nothing is typed. */
function useFound(text: string): { found: Found[]; isFetching: boolean } {
  const { api, id } = useBroadcast()
  const { language } = useLanguage()
  const [asked] = useDebouncedValue(text, 180)
  const pages = useRecords('broadcastPage', { sort: { title: 'asc' }, limit: 50 }, { enabled: asked === '' })
  const search = useQuery({
    queryKey: ['broadcast', id, 'search', 'targets', asked],
    queryFn: async ({ signal }) =>
      (await api.search(asked, { kinds: targetFields.map(({ kind }) => kind), limit: 20, signal })).data,
    enabled: asked !== '' && !/^https?:/i.test(asked),
    placeholderData: keepPreviousData,
  })
  if (asked === '') {
    const found = pages.records.map((page) => ({
      field: 'broadcastPageId',
      id: page._id,
      name: nameOf('broadcastPage', page, language),
    }))
    return { found, isFetching: pages.isFetching }
  }
  const found = (search.data ?? []).flatMap(({ kind, _id, title }) => {
    const field = targetFields.find((one) => one.kind === kind)?.field
    return field ? [{ field, id: _id, name: title ?? '' }] : []
  })
  return { found, isFetching: search.isFetching }
}

/** The display name of the target of a navigator. */
function useTargetName(target: Target | undefined): string {
  const common = useCommon()
  const choiceLabel = useChoiceLabel()
  const fieldLabel = useFieldLabel()
  const { language } = useLanguage()
  const kind = target?.kind ?? 'broadcastPage'
  const { data, error } = useRecord(kind, target?.kind ? target.value : undefined)
  if (!target) return ''
  if (!target.kind) return target.field === 'nativeContent' ? choiceLabel('nativeContent', target.value) : target.value
  if (error) return common.reference.gone
  if (!data) return '…'
  return `${nameOf(kind, data.record, language) || common.untitled} · ${fieldLabel(target.field)}`
}
