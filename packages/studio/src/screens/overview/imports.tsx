import { Button, Text } from '@mantine/core'
import { useAllRecords } from '../../data/records.ts'
import { useTexts } from '../../texts/language.tsx'
import { useGo } from '../../ui/navigation.tsx'
import { Card } from './card.tsx'
import { texts } from './texts.ts'

/** Sources of the programme that failed, and imports that wait for approval. Nothing is shown when there are none. */
export function Imports() {
  const t = useTexts(texts)
  const go = useGo()
  const { records: failing } = useAllRecords('importSource', failingQuery)
  const { records: waiting } = useAllRecords('import', waitingQuery)
  if (failing.length + waiting.length === 0) return null
  return (
    <Card title={t.imports}>
      {failing.map(({ _id, title, lastError }) => (
        <Text key={_id} size="sm" mb="xs">
          <Text span fw={600}>
            {title}
          </Text>{' '}
          {t.sourceFailed} {lastError}
        </Text>
      ))}
      {waiting.map(({ _id, title }) => (
        <Button key={_id} size="compact-sm" variant="light" mb="xs" onClick={() => void go('import', _id)}>
          {t.importWaits(title ?? '')}
        </Button>
      ))}
      {failing.length > 0 && (
        <div>
          <Button size="compact-sm" variant="subtle" onClick={() => void go('import')}>
            {t.seeSources}
          </Button>
        </div>
      )}
    </Card>
  )
}

const failingQuery = { filters: [{ enabled: true }, { lastError: { $exists: true } }], limit: 5 }
const waitingQuery = { filters: [{ status: 'waiting' }], limit: 5 }
