import { Progress, Text, Title } from '@mantine/core'
import { useTexts } from '../../texts/language.tsx'
import type { Import } from './imports.ts'
import { texts } from './texts.ts'

/** The fourth step: applying or undoing, which the service does by itself. */
export function UnderWay({ record }: { record: Import }) {
  const t = useTexts(texts)
  const { done = 0, total = 0 } = record.progress as { done?: number; total?: number }
  const title = record.status === 'undoing' ? t.undoing : t.applying
  const share = total > 0 ? (done / total) * 100 : 0
  return (
    <section className="surface import-card" role="status">
      <Title order={2} fz="lg" mb={4}>
        {title}
      </Title>
      <Text c="dimmed" mb="md">
        {t.underWayHint}
      </Text>
      <Progress value={share} animated size="lg" radius="xl" aria-label={title} />
      <Text size="sm" c="dimmed" mt="xs" className="tabular">
        {total > 0 ? t.progress(done, total) : '…'}
      </Text>
    </section>
  )
}
