import { ActionIcon, Alert, Button, Text, Tooltip } from '@mantine/core'
import { IconPlayerSkipForward, IconPlayerStop, IconRefresh, IconX } from '@tabler/icons-react'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { useCommon, useLanguage, useTexts } from '../../../texts/language.tsx'
import { StatusChip } from '../../../ui/status-chip.tsx'
import { dateFormats, formatInstant } from '../../../ui/zoned.ts'
import { formatDuration, isUnderWay, type Run } from '../graph/run-state.ts'
import { texts } from './texts.ts'
import type { RunActions } from './use-runs.ts'
import './runs.css'

/** The displayed run: its state and actions. */
export function RunBar({ run, actions, onClose }: { run: Run; actions: RunActions; onClose: () => void }) {
  const t = useTexts(texts)
  const { status: names } = useCommon()
  const { language } = useLanguage()
  const { timezone, canWrite } = useBroadcast()
  const { status, startedAt, error } = run
  const hasFailed = status === 'failed' || status === 'timedOut' || status === 'cancelled'
  return (
    <>
      <div className="run-bar">
        <span role="status" aria-label={t.live(names[status])}>
          <StatusChip status={status} />
        </span>
        <Text size="sm" className="tabular">
          {startedAt ? formatInstant(startedAt, timezone, language, dateFormats.precise) : t.waiting}
          {run.durationMs != null && ` · ${formatDuration(run.durationMs)}`}
          {` · ${t.invoked(run.invokedNodeCount)}`}
        </Text>
        <span style={{ flex: 1 }} />
        {canWrite && isUnderWay(run) && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlayerStop size={15} />}
            loading={actions.isBusy}
            onClick={() => void actions.cancel(run._id)}
          >
            {t.cancel}
          </Button>
        )}
        {canWrite && hasFailed && run.invokedNodeCount > 0 && (
          <Tooltip label={t.resumeAbout}>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconPlayerSkipForward size={15} />}
              loading={actions.isBusy}
              onClick={() => void actions.resume(run._id)}
            >
              {t.resume}
            </Button>
          </Tooltip>
        )}
        {canWrite && !isUnderWay(run) && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconRefresh size={15} />}
            loading={actions.isBusy}
            onClick={() => void actions.rerun(run._id)}
          >
            {t.rerun}
          </Button>
        )}
        <Tooltip label={t.close}>
          <ActionIcon aria-label={t.close} onClick={onClose}>
            <IconX size={17} />
          </ActionIcon>
        </Tooltip>
      </div>
      {error && (
        <Alert color="red" radius={0} py={8} role="alert">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {error.message}
          </Text>
        </Alert>
      )}
    </>
  )
}
