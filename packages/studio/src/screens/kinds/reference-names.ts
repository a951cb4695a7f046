import { kindNamed } from '@marquee/model'
import { useMemo } from 'react'
import type { KindName } from '../../data/api.ts'
import { useRecordsById } from '../../data/records.ts'
import { schemaOf } from '../../fields/schema.ts'
import { nameOf } from '../../kinds/record-names.ts'
import { useLanguage } from '../../texts/language.tsx'

/** The names of referenced records, by id. */
export type ReferenceNames = ReadonlyMap<string, string>

/** At most three kinds are looked up per table; no table has columns of more. */
export function useReferenceNames(
  kind: KindName,
  columns: readonly string[],
  records: readonly Record<string, unknown>[],
): ReferenceNames {
  const { language } = useLanguage()
  const targets = columns.flatMap((column) => {
    const target = targetOf(kind, column)
    return target ? [{ column, target }] : []
  })
  const idsOf = (at: number) => {
    const column = targets[at]?.column
    return column ? records.flatMap((record) => [record[column]].flat()).filter((id) => typeof id === 'string') : []
  }
  const [first, second, third] = [0, 1, 2].map((at) => targets[at]?.target ?? kind)
  const found = [
    useRecordsById(first ?? kind, idsOf(0)),
    useRecordsById(second ?? kind, idsOf(1)),
    useRecordsById(third ?? kind, idsOf(2)),
  ]
  const [one, two, three] = found
  // biome-ignore lint/correctness/useExhaustiveDependencies: the targets follow from the kind, which does not change
  return useMemo(() => {
    const names = new Map<string, string>()
    ;[one, two, three].forEach((map, at) => {
      const target = targets[at]?.target
      if (target) for (const [id, record] of map ?? []) names.set(id, nameOf(target, record, language))
    })
    return names
  }, [one, two, three, language])
}

/** The kind that a column refers to, if any. */
export function targetOf(kind: KindName, column: string): KindName | undefined {
  const field = kindNamed(kind).fields[column]
  const schema = field && schemaOf(field)
  return (schema?.refersTo ?? schema?.items?.refersTo) as KindName | undefined
}
