import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { ListQuery } from '../../data/api.ts'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { csvOf } from '../../data/csv.ts'
import { useTexts } from '../../texts/language.tsx'
import type { KindDeclaration } from './declaration.ts'
import { texts } from './texts.ts'

/** Everything the list would show, as a file for spreadsheets. */
export function ExportButton({ declaration, query }: { declaration: KindDeclaration; query: ListQuery }) {
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
      download(`${record.name} ${declaration.path}.csv`, csvOf(rows))
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
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconDownload size={17} />}
      disabled={count !== undefined}
      onClick={() => void run()}
    >
      {count === undefined ? t.export : t.exporting(count)}
    </Button>
  )
}

function download(name: string, text: string): void {
  // The mark at the start tells spreadsheets that the text is UTF-8.
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
