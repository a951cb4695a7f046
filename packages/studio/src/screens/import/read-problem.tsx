import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconFileAlert } from '@tabler/icons-react'
import { Problem } from '../../data/api.ts'
import { useTexts } from '../../texts/language.tsx'
import { placeText } from './place-text.ts'
import { texts } from './texts.ts'

/** Why a file could not be read, with the place in it. */
export function ReadProblem({ name, error, onRetry }: { name: string; error: Error; onRetry?: () => void }) {
  const t = useTexts(texts)
  const { message, at } = sentenceOf(error)
  return (
    <Alert color="red" icon={<IconFileAlert size={22} />} title={t.failed(name)} radius="md" role="alert">
      <Stack gap={6} align="flex-start">
        <Text size="sm">{message}</Text>
        {at && (
          <Text size="sm" fw={600}>
            {t.place(placeText(at, t.line))}
          </Text>
        )}
        <Text size="sm">{t.nothingChanged}</Text>
        {onRetry && (
          <Button size="compact-sm" variant="light" color="red" onClick={onRetry}>
            {t.again}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

/** The sentence of the service; its place has a line of its own. A wrong address is described by its field. */
function sentenceOf(error: Error): { message: string; at: string | undefined } {
  if (!(error instanceof Problem)) return { message: error.message, at: undefined }
  const { at } = error.document
  const place = typeof at === 'string' ? at : undefined
  const field = error.code === 'invalid' ? error.errors[0]?.message : undefined
  const message = place ? error.message.replace(` (${place})`, '') : error.message
  return { message: field ? field.charAt(0).toUpperCase() + field.slice(1) : message, at: place }
}
