import { Button, Text, Timeline } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useActorName } from '../../data/actor-names.ts'
import type { KindName } from '../../data/api.ts'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { recordKey } from '../../data/records.ts'
import { useFieldLabel } from '../../kinds/labels.ts'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { formatInstant } from '../../ui/zoned.ts'
import { texts } from './texts.ts'

/** The history of a record, the newest first. */
export function RecordHistory({
  kind,
  recordId,
  isOpen,
  onClose,
}: {
  kind: KindName
  recordId: string
  isOpen: boolean
  onClose: () => void
}) {
  const t = useTexts(texts)
  const common = useCommon()
  const { language } = useLanguage()
  const { api, id, timezone } = useBroadcast()
  const actorName = useActorName()
  const fieldLabel = useFieldLabel()
  const history = useQuery({
    queryKey: [...recordKey(id, kind, recordId), 'history'],
    queryFn: () => api.kind(kind).history(recordId),
    enabled: isOpen,
  })
  return (
    <Modal opened={isOpen} onClose={onClose} title={t.history}>
      {history.error && <ProblemNotice error={history.error} onRetry={() => void history.refetch()} />}
      {history.data?.length === 0 && <Text c="dimmed">{t.historyEmpty}</Text>}
      <Timeline active={history.data?.length ?? 0} bulletSize={14} lineWidth={2}>
        {history.data?.map(({ sequence, operation, fields, at, actor }) => (
          <Timeline.Item key={sequence} title={t.operation[operation]}>
            {operation === 'update' && (
              <Text size="sm">
                {fields
                  .filter((name) => !name.startsWith('_'))
                  .map((name) => fieldLabel(name, kind))
                  .join(', ')}
              </Text>
            )}
            <Text size="xs" c="dimmed">
              {formatInstant(at, timezone, language)} · {actorName(actor)}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
      <Button variant="default" mt="md" onClick={onClose}>
        {common.close}
      </Button>
    </Modal>
  )
}
