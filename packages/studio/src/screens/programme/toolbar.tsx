import { ActionIcon, Group, MultiSelect, Select, Text, Tooltip } from '@mantine/core'
import { IconFilterOff, IconSpeakerphone } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { nameOf } from '../../kinds/record-names.ts'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import { FindBox } from './find-box.tsx'
import { GridTools, type GridToolsProps } from './grid-tools.tsx'
import { isNarrowed, type SessionFilter } from './sessions.ts'
import { stateTexts } from './state-texts.ts'
import { texts } from './texts.ts'
import type { Programme } from './use-programme.ts'

interface Props {
  programme: Programme
  filter: SessionFilter
  onFilter: (change: {
    q?: string | undefined
    status?: string | undefined
    categoryIds?: string | undefined
    interestPointId?: string | undefined
  }) => void
  /** What the search finds, and how to go on. */
  found: { count: number | undefined; at: number; onStep: (by: 1 | -1) => void }
  /** The tools of the grid, where there is one. */
  tools: Omit<GridToolsProps, 'isAdding' | 'onAdding'> | undefined
  /** Whether moves also write `movedFrom`, which visitors see; undefined for viewers. */
  telling: { isOn: boolean; onChange: (isOn: boolean) => void } | undefined
  addedPlaces: string[]
  onAddPlaces: (ids: string[]) => void
}

/** The filters of the programme, and the tools of its grid. */
export const Toolbar = memo(function Toolbar({
  programme,
  filter,
  onFilter,
  found,
  tools,
  telling,
  addedPlaces,
  onAddPlaces,
}: Props) {
  const t = useTexts(texts)
  const common = useCommon()
  const { language } = useLanguage()
  const [isAdding, setAdding] = useState(false)
  const places = [...programme.placeNames].map(([value, label]) => ({ value, label }))
  const categories = programme.categories.map((one) => ({
    value: one._id,
    label: nameOf('broadcastCategory', one, language) || one._id,
  }))
  return (
    <>
      <Group gap="xs" className="programme-toolbar">
        <FindBox {...found} value={filter.text ?? ''} onSearch={(q) => onFilter({ q })} />
        <Choice
          label={t.filter.category}
          data={categories}
          value={filter.categoryId}
          onChange={(categoryIds) => onFilter({ categoryIds })}
        />
        <Choice
          label={t.filter.place}
          className="is-place"
          data={places}
          value={filter.placeId}
          onChange={(interestPointId) => onFilter({ interestPointId })}
        />
        <Choice
          label={t.filter.status}
          data={(['published', 'draft'] as const).map((value) => ({ value, label: common.status[value] }))}
          value={filter.status}
          onChange={(status) => onFilter({ status })}
        />
        {isNarrowed(filter) && (
          <Tooltip label={t.filter.clear}>
            <ActionIcon size="lg" aria-label={t.filter.clear} onClick={() => onFilter(noFilter)}>
              <IconFilterOff size={18} />
            </ActionIcon>
          </Tooltip>
        )}
        {telling && <TellButton {...telling} />}
        {tools && <GridTools {...tools} isAdding={isAdding} onAdding={() => setAdding(!isAdding)} />}
      </Group>
      {isAdding && tools?.canWrite && (
        <MultiSelect
          w="100%"
          searchable
          autoFocus
          limit={60}
          aria-label={t.addPlace}
          placeholder={t.addPlace}
          data={places}
          value={addedPlaces}
          onChange={onAddPlaces}
        />
      )}
    </>
  )
})

/** It stays on until the programme is closed, and shows that it is. */
function TellButton({ isOn, onChange }: NonNullable<Props['telling']>) {
  const { tellMoves } = useTexts(stateTexts)
  return (
    <Tooltip label={tellMoves}>
      <ActionIcon
        size="lg"
        variant={isOn ? 'filled' : 'subtle'}
        aria-label={tellMoves}
        aria-pressed={isOn}
        onClick={() => onChange(!isOn)}
      >
        <IconSpeakerphone size={19} />
      </ActionIcon>
    </Tooltip>
  )
}

export const noFilter = { q: undefined, status: undefined, categoryIds: undefined, interestPointId: undefined }

interface ChoiceProps {
  className?: string
  label: string
  data: { value: string; label: string }[]
  value: string | undefined
  onChange: (value: string | undefined) => void
}

function Choice({ label, data, value, onChange, className = '' }: ChoiceProps) {
  return (
    <Select
      aria-label={label}
      placeholder={label}
      className={`programme-choice ${className}`}
      clearable
      searchable={data.length > 8}
      limit={100}
      data={data}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  )
}

/** The time zone of the hours, and that of the viewer when it differs. */
export function ZoneNote({ zone, viewerZone }: { zone: string; viewerZone: string | undefined }) {
  const t = useTexts(texts)
  return (
    <Text size="xs" c="dimmed" className="zone-note">
      {t.zone(zone)}
      {viewerZone !== undefined && ` · ${t.yourZone(viewerZone)}`}
    </Text>
  )
}
