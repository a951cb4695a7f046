import { Anchor, Text } from '@mantine/core'
import { useTexts } from '../../texts/language.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { texts } from './texts.ts'

/** What integrators need. */
export default function Developers() {
  const t = useTexts(texts)
  return (
    <>
      <PageHeader title={t.title} about={t.about} />
      <Text>
        <Anchor href="/reference/" target="_blank">
          {t.reference}
        </Anchor>
      </Text>
    </>
  )
}
