import { Select } from '@mantine/core'
import { useAllRecords } from '../../../../data/records.ts'
import { nameOf } from '../../../../kinds/record-names.ts'
import { useCommon, useLanguage, useTexts } from '../../../../texts/language.tsx'
import { texts } from './texts.ts'

/** The place that a screen shows; without one it shows all. */
export function PlaceChoice({ place, onChoose }: { place: string | null; onChoose: (place: string | null) => void }) {
  const t = useTexts(texts)
  const common = useCommon()
  const { language } = useLanguage()
  const places = useAllRecords('broadcastInterestPoint', { fields: ['title', 'localeDetails'] })
  const named = places.records.map((record) => ({
    value: record._id,
    label: nameOf('broadcastInterestPoint', record, language) || common.untitled,
  }))
  return (
    <Select
      label={t.place}
      placeholder={t.everyPlace}
      data={named.sort((one, other) => one.label.localeCompare(other.label, language))}
      value={place}
      onChange={onChoose}
      searchable
      clearable
      maw={340}
    />
  )
}
