import { List, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useKindLabel } from '../kinds/labels.ts'
import { useCommon, useLanguage } from '../texts/language.tsx'
import type { BroadcastApi } from './api.ts'

type Uses = Awaited<ReturnType<BroadcastApi['sdk']['uses']>>

/** Which records use some others, by kind. */
export async function readUses(api: BroadcastApi, ids: readonly string[]): Promise<Uses> {
  const all: Uses = { total: 0, data: [] }
  for (let at = 0; at < ids.length; at += 200) {
    const { total, data } = await api.sdk.uses(ids.slice(at, at + 200))
    all.total += total
    for (const uses of data) {
      const known = all.data.find(({ kind }) => kind === uses.kind)
      if (known) known.total += uses.total
      else all.data.push(uses)
    }
  }
  return all
}

/** Shows before a delete where the records are used. */
export function UsesList({ uses, hint }: { uses: Uses; hint: ReactNode }) {
  const common = useCommon()
  const { language } = useLanguage()
  const kindLabel = useKindLabel()
  return (
    <>
      <Text>{common.usedIn}</Text>
      <List my="xs" spacing={4}>
        {uses.data.map(({ kind, total, records }) => {
          const names = records.flatMap(({ title }) => (title === null ? [] : [title]))
          return (
            <List.Item key={kind}>
              <Text fw={600}>
                {total} {kindLabel(kind, total === 1 ? 'one' : 'many').toLocaleLowerCase(language)}
              </Text>
              {names.length > 0 && (
                <Text size="sm" c="dimmed" lineClamp={2}>
                  {names.join(', ')}
                  {total > names.length && ' …'}
                </Text>
              )}
            </List.Item>
          )
        })}
      </List>
      <Text size="sm">{hint}</Text>
    </>
  )
}
