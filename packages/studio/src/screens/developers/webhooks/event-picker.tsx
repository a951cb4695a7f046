import { Checkbox, Group, Input, Text } from '@mantine/core'
import { allKinds } from '@marquee/model'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { useKindLabel } from '../../../kinds/labels.ts'
import { folded } from '../../../kinds/record-names.ts'
import { useTexts } from '../../../texts/language.tsx'
import { Rows } from '../../../ui/rows.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { follows, groupOf, groupsOf, toggleGroup, toggleType } from './event-selection.ts'
import { texts } from './texts.ts'

interface Props {
  value: string[]
  onChange: (patterns: string[]) => void
  error?: string | undefined
}

/** The event types of a webhook: single types, groups, or all. */
export function EventPicker({ value, onChange, error }: Props) {
  const t = useTexts(texts)
  const { api, id } = useBroadcast()
  const [text, setText] = useState('')
  const typeWords = useTypeWords()
  const catalog = useQuery({
    queryKey: ['broadcast', id, 'event types'],
    queryFn: ({ signal }) => api.sdk.webhooks.eventTypes({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const types = (catalog.data ?? []).map(({ type }) => type)
  const isFound = (type: string) => {
    const { group, verb } = typeWords(type)
    return folded(`${type} ${group} ${verb}`).includes(folded(text))
  }
  const groups = groupsOf(types, isFound)
  const isAll = value.includes('*')
  return (
    <Input.Wrapper label={t.events} error={error} required labelElement="div">
      <Group my={6} gap="sm">
        <SearchBox value={text} onSearch={setText} label={t.searchEvents} />
        <Text size="sm" c="dimmed" aria-live="polite">
          {isAll ? t.everything : t.chosen(value.length)}
        </Text>
      </Group>
      {catalog.isPending && <Rows count={3} />}
      <div className="event-picker">
        {text === '' && (
          <div className="event-group">
            <Checkbox
              checked={isAll}
              onChange={() => onChange(isAll ? [] : ['*'])}
              label={
                <>
                  {t.all} <Pattern>*</Pattern>
                </>
              }
            />
          </div>
        )}
        {[...groups].map(([group, members]) => {
          const isWhole = isAll || value.includes(`${group}.*`)
          const some = members.some((type) => follows(value, type))
          return (
            <div className="event-group" key={group}>
              <Checkbox
                checked={isWhole}
                indeterminate={!isWhole && some}
                onChange={() => onChange(toggleGroup(value, group, types))}
                aria-label={t.wholeGroup(typeWords(members[0] ?? '').group)}
                label={
                  <>
                    {typeWords(members[0] ?? '').group} <Pattern>{group}.*</Pattern>
                  </>
                }
                fw={600}
              />
              <div className="event-types">
                {members.map((type) => (
                  <Checkbox
                    key={type}
                    size="xs"
                    checked={follows(value, type)}
                    onChange={() => onChange(toggleType(value, type, types))}
                    aria-label={type}
                    label={typeWords(type).verb}
                  />
                ))}
              </div>
            </div>
          )
        })}
        {catalog.data && groups.size === 0 && (
          <Text p="md" c="dimmed" size="sm">
            {t.nothingFound}
          </Text>
        )}
      </div>
    </Input.Wrapper>
  )
}

function Pattern({ children }: { children: string | string[] }) {
  return (
    <Text span size="xs" c="dimmed" className="developer-mono">
      {children}
    </Text>
  )
}

/** The display name of an event type: the record, and what happened to it. */
export function useTypeWords(): (type: string) => { group: string; verb: string } {
  const t = useTexts(texts)
  const kindLabel = useKindLabel()
  return (type) => {
    const group = groupOf(type)
    const verb = type.slice(group.length + 1)
    const kind = allKinds.find(({ events }) => events === group)
    return {
      group: kind ? kindLabel(kind.name) : group === 'webhook' ? t.webhookGroup : group,
      verb: verb in t.verbs ? t.verbs[verb as keyof typeof t.verbs] : verb,
    }
  }
}
