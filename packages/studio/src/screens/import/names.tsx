import { createContext, type ReactNode, use, useCallback, useMemo } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useAllRecords } from '../../data/records.ts'
import { nameOf } from '../../kinds/record-names.ts'
import { useCommon, useLanguage } from '../../texts/language.tsx'
import { valueText } from './value-text.ts'

const NamesContext = createContext<(id: string) => string | undefined>(() => undefined)

/** The names of records by id: those of the plan, and stored ones. */
export function NamesProvider({ planned, children }: { planned: ReadonlyMap<string, string>; children: ReactNode }) {
  const places = useStoredNames('broadcastInterestPoint')
  const hosts = useStoredNames('broadcastHost')
  const categories = useStoredNames('broadcastCategory')
  const find = useCallback(
    (id: string) => planned.get(id) ?? places.get(id) ?? hosts.get(id) ?? categories.get(id),
    [planned, places, hosts, categories],
  )
  return <NamesContext value={find}>{children}</NamesContext>
}

function useStoredNames(kind: 'broadcastInterestPoint' | 'broadcastHost' | 'broadcastCategory') {
  const { language } = useLanguage()
  const { records } = useAllRecords(kind, namesQuery)
  return useMemo(
    () => new Map(records.map((record) => [record._id, nameOf(kind, record, language)])),
    [records, kind, language],
  )
}

const namesQuery = { fields: ['title'] }

/** Shows a value of the plan in words. */
export function useValueText(): (value: unknown) => string {
  const { yes, no } = useCommon()
  const { language } = useLanguage()
  const { timezone: zone } = useBroadcast()
  const find = use(NamesContext)
  return useCallback(
    (value) => valueText(value, { language, zone, yes, no, nameOf: find }),
    [language, zone, yes, no, find],
  )
}
