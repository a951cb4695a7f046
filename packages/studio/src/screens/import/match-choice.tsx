import { Group, Radio, Text } from '@mantine/core'
import { useCommon, useTexts } from '../../texts/language.tsx'
import type { Decisions } from './decisions.ts'
import type { ImportChange } from './imports.ts'
import { texts } from './texts.ts'

/** A new record that may be an existing one: people decide, because equal titles alone prove nothing. */
export function MatchChoice({ change, decisions }: { change: ImportChange; decisions: Decisions | undefined }) {
  const t = useTexts(texts)
  const common = useCommon()
  const words = change.proposals.map(({ recordId, title, shared }) => ({
    recordId,
    name: t.isSame(title || common.untitled),
    why: [t.sameTitle, ...shared.map((one) => t.shared[one])].join(', '),
  }))
  if (!decisions)
    return (
      <Text size="sm" className="import-match">
        {t.mayBe} {words.map(({ name, why }) => `${name} (${why})`).join(', ')}
      </Text>
    )
  return (
    <Radio.Group
      className="import-match"
      size="sm"
      label={t.mayBe}
      value={decisions.matchOf(change) ?? newOne}
      onChange={(value) => decisions.matchWith(change, value === newOne ? null : value)}
    >
      <Group gap="lg" mt={6} align="flex-start">
        <Radio size="sm" value={newOne} label={t.isNew} />
        {words.map(({ recordId, name, why }) => (
          <Radio key={recordId} size="sm" value={recordId} label={name} description={why} />
        ))}
      </Group>
    </Radio.Group>
  )
}

const newOne = 'new'
