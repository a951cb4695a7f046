import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Problem } from '../../data/api.ts'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useCommon, useTexts } from '../../texts/language.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Rows } from '../../ui/rows.tsx'
import { texts } from './texts.ts'

/** Restores a revision: a dry run first, then the button, which is refused if the content changed in between. */
export function RestoreRevision(props: { revisionId: string; title: string; onClose: () => void }) {
  const { revisionId, title, onClose } = props
  const t = useTexts(texts)
  const common = useCommon()
  const { api, id } = useBroadcast()
  const client = useQueryClient()
  const rehearsal = useQuery({
    queryKey: ['broadcast', id, 'revision rehearsal', revisionId],
    queryFn: ({ signal }) => api.sdk.revisions.restore(revisionId, { dryRun: true, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const restore = useMutation({
    mutationFn: (ifSequence: number) => api.sdk.revisions.restore(revisionId, { ifSequence }),
    async onSuccess() {
      notifications.show({ color: 'green', message: t.restored })
      onClose()
      await client.invalidateQueries({ queryKey: ['broadcast', id] })
    },
  })
  const hasMovedOn = restore.error instanceof Problem && restore.error.status === 412
  const { data } = rehearsal
  const { added = 0, changed = 0, removed = 0 } = data?.restored ?? {}
  const isNothing = added + changed + removed === 0
  return (
    <Modal opened onClose={onClose} title={t.restoreTitle(title)}>
      <Stack>
        {rehearsal.isPending && <Rows count={2} />}
        {rehearsal.error && <ProblemNotice error={rehearsal.error} onRetry={() => void rehearsal.refetch()} />}
        {data && (
          <Paper className="surface" p="md">
            <Text size="sm" c="dimmed">
              {t.preview}
            </Text>
            <Text fw={650}>{isNothing ? t.nothing : t.counts(added, changed, removed)}</Text>
            {data.left_out.length > 0 && <Text size="sm">{t.leftOut(data.left_out.length)}</Text>}
          </Paper>
        )}
        {!isNothing && (
          <Text size="sm" c="dimmed">
            {t.restoreHint}
          </Text>
        )}
        {hasMovedOn && (
          <Alert color="yellow">
            {t.movedOn}
            <Button
              size="compact-sm"
              variant="light"
              mt="xs"
              display="block"
              onClick={() => {
                restore.reset()
                void rehearsal.refetch()
              }}
            >
              {t.lookAgain}
            </Button>
          </Alert>
        )}
        {restore.error && !hasMovedOn && <ProblemNotice error={restore.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button
            disabled={!data || isNothing || rehearsal.isFetching || hasMovedOn}
            loading={restore.isPending}
            onClick={() => data && restore.mutate(data.from_sequence)}
          >
            {t.restore}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
