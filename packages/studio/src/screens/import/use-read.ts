import { useState } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useAllRecords } from '../../data/records.ts'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { useGo } from '../../ui/navigation.tsx'
import { formatInstant } from '../../ui/zoned.ts'
import { type GivenProgramme, type ImportOptions, type ImportSource, usePreviewImport } from './imports.ts'
import { versionOf } from './replan.ts'
import { texts } from './texts.ts'

/** Reads a file, an address or a text, and opens its preview. A failed one stays chosen. */
export function useRead() {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const { timezone } = useBroadcast()
  const go = useGo()
  const preview = usePreviewImport()
  const { records: sources } = useAllRecords('importSource', sourcesQuery)
  const [chosen, setChosen] = useState<{ given: GivenProgramme; options: ImportOptions; name: string }>()
  const read = async (given: GivenProgramme, name: string, options: ImportOptions = {}) => {
    setChosen({ given, options, name })
    const record = await preview.mutateAsync({ given, options }).catch(() => undefined)
    if (record) await go('import', record._id, { search: record.table ? { step: 'columns' } : {} })
  }
  return {
    chosen: chosen?.name,
    isReading: preview.isPending,
    error: preview.error,
    readFile(file: File, source: ImportSource | undefined = versionOf(file.name, sources.filter(isUsedFile))) {
      return read({ file }, file.name, source && { sourceId: source._id })
    },
    readAddress(url: string, sourceId?: string) {
      return read({ url }, url, sourceId === undefined ? {} : { sourceId })
    },
    /** A line with an address is read from there; everything else is the programme itself. */
    readText(text: string) {
      const trimmed = text.trim()
      if (/^https?:\/\/\S+$/i.test(trimmed)) return read({ url: trimmed }, trimmed)
      const name = t.pasteName(formatInstant(new Date().toISOString(), timezone, language))
      return read({ text, name }, name)
    },
    retry: () => (chosen ? read(chosen.given, chosen.name, chosen.options) : undefined),
  }
}

export type Reading = ReturnType<typeof useRead>

export const sourcesQuery = { sort: { title: 'asc' } } as const

const isUsedFile = ({ url, lastImportId }: ImportSource) => url === null && lastImportId !== null
