import { Button, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconCircle, IconCircleCheckFilled, IconTableImport } from '@tabler/icons-react'
import type { Usage } from '../../data/api.ts'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { importKind } from '../../kinds/declared/import.ts'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { ScreenLink } from '../../ui/navigation.tsx'
import { Card } from './card.tsx'
import { type Step, stepsOf } from './steps.ts'
import { texts } from './texts.ts'

const places: Record<Step, { screen: string; recordId: string }> = {
  place: { screen: 'map', recordId: 'new' },
  session: { screen: 'programme', recordId: 'new' },
  article: { screen: 'articles', recordId: 'new' },
  member: { screen: 'members', recordId: 'new' },
  key: { screen: 'developers', recordId: 'keys' },
}

/** The checklist of a new broadcast. Steps are ticked automatically; it disappears when all are done or it is dismissed. */
export function FirstSteps({ usage }: { usage: Usage }) {
  const t = useTexts(texts)
  const { id, isOwner, canWrite } = useBroadcast()
  const [isHidden, setHidden] = useLocalStorage({ key: `marquee:first-steps:${id}`, defaultValue: false })
  const steps = stepsOf(usage, isOwner)
  const done = steps.filter(({ isDone }) => isDone).length
  if (!canWrite || isHidden || done === steps.length) return null
  return (
    <Card
      title={t.steps}
      aside={
        <>
          <Text size="sm" c="dimmed" mr="auto">
            {t.stepsAbout(done, steps.length)}
          </Text>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setHidden(true)}>
            {t.hide}
          </Button>
        </>
      }
    >
      {!steps.find(({ step }) => step === 'session')?.isDone && <ImportInvitation />}
      <ol className="first-steps">
        {steps.map(({ step, isDone }) => (
          <li key={step}>
            <ScreenLink {...places[step]} className="first-step" data-done={isDone || undefined}>
              {isDone ? (
                <IconCircleCheckFilled size={22} aria-label={t.done} role="img" />
              ) : (
                <IconCircle size={22} stroke={1.5} aria-hidden />
              )}
              {t.step[step]}
            </ScreenLink>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** Most programmes exist already, in a spreadsheet or another tool. */
function ImportInvitation() {
  const t = useTexts(texts)
  const { language } = useLanguage()
  return (
    <ScreenLink screen="import" className="first-import">
      <IconTableImport size={26} stroke={1.6} aria-hidden />
      <span>
        <Text span fw={650} display="block">
          {importKind.texts[language].create}
        </Text>
        <Text span size="sm" c="dimmed">
          {t.importAbout}
        </Text>
      </span>
    </ScreenLink>
  )
}
