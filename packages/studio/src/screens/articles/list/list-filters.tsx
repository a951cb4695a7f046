import { Select } from '@mantine/core'
import { useState } from 'react'
import { useRecordSearch } from '../../../data/record-search.ts'
import { useRecordsById } from '../../../data/records.ts'
import { nameOf } from '../../../kinds/record-names.ts'
import { useLanguage, useTexts } from '../../../texts/language.tsx'
import { texts } from '../texts.ts'
import { type ArticleListState, orders } from './list-query.ts'

/** The filters of the list, and its order. */
export function ListFilters({ list }: { list: ArticleListState }) {
  const t = useTexts(texts)
  const states = (['draft', 'scheduled', 'published'] as const).map((value) => ({ value, label: t.states[value] }))
  const sorts = (Object.keys(orders) as (keyof typeof orders)[]).map((value) => ({ value, label: t.sorts[value] }))
  return (
    <>
      <Select
        aria-label={t.state}
        placeholder={t.state}
        clearable
        w={150}
        data={states}
        value={list.state ?? null}
        onChange={(state) => list.change({ state: state ?? undefined })}
      />
      <ByCategory value={list.category} onChange={(category) => list.change({ category })} />
      <Select
        aria-label={t.sort}
        w={180}
        data={sorts}
        allowDeselect={false}
        value={list.order}
        onChange={(order) => list.change({ order: order === 'newest' ? undefined : order })}
      />
    </>
  )
}

function ByCategory({ value, onChange }: { value: string | undefined; onChange: (id: string | undefined) => void }) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const [text, setText] = useState('')
  const found = useRecordSearch('broadcastCategory', text, true)
  const chosen = useRecordsById('broadcastCategory', value === undefined ? [] : [value])
  const records = new Map([...found.records.map((one) => [one._id, one] as const), ...chosen])
  return (
    <Select
      aria-label={t.category}
      placeholder={t.category}
      clearable
      searchable
      w={170}
      data={[...records.values()].map((one) => ({
        value: one._id,
        label: nameOf('broadcastCategory', one, language) || one._id,
      }))}
      filter={({ options }) => options}
      onSearchChange={setText}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  )
}
