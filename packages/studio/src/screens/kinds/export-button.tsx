import { ActionIcon, Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { ListQuery } from '../../data/api.ts'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { csvOf } from '../../data/csv.ts'
import { download } from '../../data/download.ts'
import type { TableKind } from '../../kinds/declaration.ts'
import { useTexts } from '../../texts/language.tsx'
import { texts } from './texts.ts'

/** Downloads all records of the list as CSV. */
export function ExportButton({ declaration, query }: { declaration: TableKind; query: ListQuery }) {
  const t = useTexts(texts)
  const { api, record } = useBroadcast()
  const [count, setCount] = useState<number>()
  const run = async () => {
    setCount(0)
    try {
      const rows: Record<string, unknown>[] = []
      for await (const one of api.kind(declaration.kind).all(query)) {
        rows.push(one)
        if (rows.length % 100 === 0) setCount(rows.length)
      }
      // The byte order mark makes spreadsheets read UTF-8.
      download(`${record.name} ${declaration.path}.csv`, 'text/csv', '\uFEFF', csvOf(rows))
    } catch (error) {
      notifications.show({
        color: 'red',
        message: error instanceof Error ? error.message : String(error),
        autoClose: false,
      })
    } finally {
      setCount(undefined)
    }
  }
  const label = count === undefined ? t.export : t.exporting(count)
  return (
    <>
      <Button
        visibleFrom="xs"
        variant="default"
        leftSection={<IconDownload size={17} />}
        disabled={count !== undefined}
        onClick={() => void run()}
      >
        {label}
      </Button>
      <ActionIcon
        hiddenFrom="xs"
        size={36}
        variant="default"
        aria-label={label}
        loading={count !== undefined}
        onClick={() => void run()}
      >
        <IconDownload size={18} />
      </ActionIcon>
    </>
  )
}
