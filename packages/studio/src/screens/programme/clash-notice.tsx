import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTexts } from '../../texts/language.tsx'
import { useClashSentence } from './clash-sentence.ts'
import { texts } from './texts.ts'
import type { Programme } from './use-programme.ts'

interface Props {
  programme: Programme
  sessionId: string | undefined
}

/** The clashes of the open session, in its form. */
export function ClashNotice({ programme, sessionId }: Props) {
  const t = useTexts(texts)
  const sentence = useClashSentence(programme)
  const own = programme.clashes.filter(({ first, second }) => first === sessionId || second === sessionId)
  if (own.length === 0) return null
  return (
    <Alert color="red" icon={<IconAlertTriangle size={19} />} title={t.clashes.inEditor}>
      {own.slice(0, 5).map((clash) => (
        <Text size="sm" key={`${clash.cause} ${clash.causeId} ${clash.first} ${clash.second}`}>
          {sentence(clash)}
        </Text>
      ))}
    </Alert>
  )
}
