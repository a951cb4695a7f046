import { Button, Group, Text } from '@mantine/core'
import { useTexts } from '../../texts/language.tsx'
import { texts } from './texts.ts'

interface Props {
  /** The number of matches on other days. */
  elsewhere: number
  text: string | undefined
  onNext: () => void
  onClear: () => void
}

/** Says that a search finds nothing on the shown day, and leads on. */
export function NoMatch({ elsewhere, text, onNext, onClear }: Props) {
  const t = useTexts(texts)
  return (
    <Group gap="sm">
      <Text c="dimmed" size="sm" role="status">
        {elsewhere > 0 ? t.find.elsewhere(elsewhere) : text ? t.find.nothing(text) : t.noMatch}
      </Text>
      {elsewhere > 0 && (
        <Button size="compact-sm" variant="light" onClick={onNext}>
          {t.find.goOn}
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={onClear}>
        {text ? t.find.clear : t.filter.clear}
      </Button>
    </Group>
  )
}
