import { Button, Group } from '@mantine/core'
import { useTexts } from '../../texts/language.tsx'
import type { Decisions } from './decisions.ts'
import type { ImportChange } from './imports.ts'
import { texts } from './texts.ts'

/** Accepts or declines all proposed matches at once. */
export function MatchesHead({ matches, decisions }: { matches: ImportChange[]; decisions: Decisions }) {
  const t = useTexts(texts)
  return (
    <Group gap="xs" mb="sm">
      <Button size="compact-sm" variant="light" onClick={() => decisions.match(matches, true)}>
        {t.acceptAll(matches.length)}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => decisions.match(matches, false)}>
        {t.declineAll}
      </Button>
    </Group>
  )
}
