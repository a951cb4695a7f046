import { SegmentedControl, Select } from '@mantine/core'
import { useId } from 'react'
import { useAllRecords } from '../../data/records.ts'
import { useTexts } from '../../texts/language.tsx'
import type { Import, ImportOptions, ImportRules, ImportSource } from './imports.ts'
import { texts } from './texts.ts'
import { sourcesQuery } from './use-read.ts'

interface Props {
  record: Import
  isPending: boolean
  onChange: (change: ImportOptions) => void
}

/** The choices for all records at once; only those that matter for this file. */
export function Rules({ record, isPending, onChange }: Props) {
  const t = useTexts(texts)
  const { counts } = record
  const rules = record.rules as ImportRules
  const set = (change: Partial<ImportRules>) => onChange({ rules: { ...rules, ...change } })
  const hasGone = counts.removed > 0 || (rules.gone === 'keep' && record.previousImportId !== null)
  return (
    <div className="import-rules">
      <VersionChoice record={record} isPending={isPending} onChange={onChange} />
      {counts.created > 0 && (
        <Rule
          label={t.newOnes}
          value={rules.status}
          isPending={isPending}
          onChange={(status) => set({ status })}
          choices={{ published: t.published, draft: t.draft }}
        />
      )}
      {counts.conflicts > 0 && (
        <Rule
          label={t.conflictRule}
          value={rules.conflicts}
          isPending={isPending}
          onChange={(conflicts) => set({ conflicts })}
          choices={{ keep: t.keepOurs, take: t.takeTheirs }}
        />
      )}
      {hasGone && (
        <Rule
          label={t.goneRule}
          value={rules.gone}
          isPending={isPending}
          onChange={(gone) => set({ gone })}
          choices={{ unpublish: t.unpublish, delete: t.delete, keep: t.keep }}
        />
      )}
    </div>
  )
}

function Rule<V extends string>({
  label,
  value,
  choices,
  isPending,
  onChange,
}: {
  label: string
  value: V
  choices: Record<V, string>
  isPending: boolean
  onChange: (value: V) => void
}) {
  const id = useId()
  return (
    <div>
      <div className="field-label" id={id}>
        {label}
      </div>
      <SegmentedControl
        aria-labelledby={id}
        value={value}
        disabled={isPending}
        onChange={onChange}
        data={Object.entries<string>(choices).map(([one, text]) => ({ value: one as V, label: text }))}
      />
    </div>
  )
}

/** Whether a file is a new version of an earlier one, which keeps ids and edits, or a programme of its own. */
function VersionChoice({ record, isPending, onChange }: Props) {
  const t = useTexts(texts)
  const { records } = useAllRecords('importSource', sourcesQuery)
  const earlier = records.filter(({ url, lastImportId }) => url === null && lastImportId !== null)
  const isAddress = records.some(({ _id, url }) => _id === record.sourceId && url !== null)
  if (isAddress || earlier.length === 0) return null
  const version = earlier.find(({ _id }) => _id === record.sourceId)
  const choose = (value: string) =>
    onChange(value === ownSource ? { sourceId: undefined, title: freeTitle(record, records) } : { sourceId: value })
  return (
    <Select
      className="import-version"
      label={t.isVersion}
      description={t.isVersionHint}
      data={[
        { value: ownSource, label: t.newSource },
        ...earlier.map(({ _id, title }) => ({ value: _id, label: t.newVersionOf(title) })),
      ]}
      value={version?._id ?? ownSource}
      allowDeselect={false}
      disabled={isPending}
      onChange={(value) => value && choose(value)}
    />
  )
}

const ownSource = 'own'

/** A source is found by its title, so a new one needs a title of its own. */
function freeTitle({ title }: Import, sources: ImportSource[]): string {
  const taken = new Set(sources.map((source) => source.title))
  const name = title ?? ''
  let free = name
  for (let number = 2; taken.has(free); number++) free = `${name} (${number})`
  return free
}
