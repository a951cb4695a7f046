import { Alert, Button, Code, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconLock } from '@tabler/icons-react'
import { useCommon } from '../texts/language.tsx'

/** An inline error: the message, the id of the request, and a retry button. */
export function ProblemNotice({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const common = useCommon()
  const { message, requestId } = wordsFor(error, common)
  // A missing permission is not a failure, and a retry does not help.
  if (isForbidden(error)) {
    return <Alert color="gray" icon={<IconLock size={20} />} title={common.errors.forbidden} radius="lg" />
  }
  return (
    <Alert color="red" icon={<IconAlertTriangle size={20} />} title={common.errors.title} radius="lg">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{message}</Text>
        {requestId && (
          <Text size="sm">
            {common.errors.hint} <Code>{requestId}</Code>
          </Text>
        )}
        {onRetry && (
          <Button size="compact-sm" variant="light" color="red" onClick={onRetry}>
            {common.retry}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

const isForbidden = (error: unknown) => error instanceof Error && 'status' in error && error.status === 403

type Common = ReturnType<typeof useCommon>

function wordsFor(error: unknown, { errors }: Common): { message: string; requestId?: string | undefined } {
  if (error instanceof TypeError && /fetch|network|load/i.test(error.message)) return { message: errors.network }
  if (!(error instanceof Error)) return { message: String(error) }
  const { status, requestId } = error as Error & { status?: number; requestId?: string }
  return { message: status === 404 ? errors.notFound : error.message, requestId }
}
