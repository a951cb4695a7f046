import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { kindNamed } from '@marquee/model'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type KindName, Problem } from '../../../data/api.ts'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import type { Values } from '../../../data/merge.ts'
import { keep, recordKey, useRecord } from '../../../data/records.ts'
import { useCommon, useTexts } from '../../../texts/language.tsx'
import { Modal } from '../../../ui/dialog.tsx'
import { ProblemNotice } from '../../../ui/problem-notice.tsx'
import { Rows } from '../../../ui/rows.tsx'
import { DifferenceList } from '../../kinds/difference-list.tsx'
import { differences, restorableFields, restoringPatch } from '../../kinds/differences.ts'
import { texts } from './texts.ts'

interface Props {
  kind: KindName
  recordId: string
  earlier: Values
  onClose: () => void
}

/** Shows the effect of restoring an earlier state of a record, and the button that does it. */
export function RestoreDialog({ kind, recordId, earlier, onClose }: Props) {
  const t = useTexts(texts)
  const common = useCommon()
  const { api, id } = useBroadcast()
  const client = useQueryClient()
  const current = useRecord(kind, recordId)
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const now: Values = current.data?.record ?? {}
  const fields = current.data ? restorableFields(kindNamed(kind), now, earlier) : []
  const chosen = fields.filter((name) => !kept.has(name))
  const items = differences(kindNamed(kind), now, earlier).filter(({ path: [name = ''] }) => fields.includes(name))
  const restore = useMutation({
    mutationFn: (etag: string | undefined) =>
      api
        .kind(kind)
        .update(recordId, restoringPatch(now, earlier, chosen), etag === undefined ? {} : { ifMatch: etag }),
    onSuccess(stored) {
      keep(client, id, kind, stored)
      notifications.show({ color: 'green', message: t.restored })
      onClose()
    },
    onError(error) {
      if (hasMovedOn(error)) void client.invalidateQueries({ queryKey: recordKey(id, kind, recordId) })
    },
  })
  const isGone = current.error instanceof Problem && current.error.status === 404
  const toggle = (name: string) =>
    setKept((known) => new Set(known.has(name) ? [...known].filter((one) => one !== name) : [...known, name]))
  return (
    <Modal opened onClose={onClose} title={t.restoreTitle} size="lg">
      <Stack>
        {current.isPending && <Rows count={2} />}
        {isGone && <Text>{t.gone}</Text>}
        {current.error && !isGone && <ProblemNotice error={current.error} />}
        {hasMovedOn(restore.error) && <Alert color="yellow">{t.movedOn}</Alert>}
        {restore.error && !hasMovedOn(restore.error) && <RefusedNotice error={restore.error} />}
        {current.data && fields.length === 0 && <Text>{t.alreadyLikeThis}</Text>}
        {fields.length > 0 && (
          <>
            <Text c="dimmed">{t.restoreAbout}</Text>
            <div>
              <DifferenceList
                kind={kind}
                items={items}
                sides={{ before: t.now, after: t.earlier }}
                head={([field = ''], name) => (
                  <Checkbox checked={!kept.has(field)} onChange={() => toggle(field)} label={name} fw={650} />
                )}
              />
            </div>
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {fields.length > 0 ? common.cancel : common.close}
          </Button>
          {fields.length > 0 && (
            <Button
              loading={restore.isPending}
              disabled={chosen.length === 0}
              onClick={() => restore.mutate(current.data?.etag)}
            >
              {t.restore}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

/** A state that the service rejects, with the errors of its fields. */
function RefusedNotice({ error }: { error: Error }) {
  const errors = error instanceof Problem ? error.errors : []
  if (errors.length === 0) return <ProblemNotice error={error} />
  return (
    <Alert color="red">
      {errors.map(({ pointer, message }) => (
        <Text size="sm" key={pointer}>
          {pointer.slice(1).replaceAll('/', ' › ')}: {message}
        </Text>
      ))}
    </Alert>
  )
}

const hasMovedOn = (error: unknown) => error instanceof Problem && error.status === 412
