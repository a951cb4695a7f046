import { Alert, Button, Loader, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconColumns3 } from '@tabler/icons-react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useTexts } from '../../texts/language.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { useGo } from '../../ui/navigation.tsx'
import { Changes } from './changes.tsx'
import { countsOf, outcomeText } from './counted.ts'
import { useDecisions } from './decisions.ts'
import { type Import, useProposedMatches, useRunImport } from './imports.ts'
import { ReadProblem } from './read-problem.tsx'
import { Rules } from './rules.tsx'
import { texts } from './texts.ts'
import { useReplan } from './use-replan.ts'

/** The third step: what would change, the open questions, and the button that applies it. */
export function Preview({ record }: { record: Import }) {
  const t = useTexts(texts)
  const { canWrite } = useBroadcast()
  const decisions = useDecisions(record._id)
  const { replan, isPending, error } = useReplan(record, decisions.copyTo)
  const matches = useProposedMatches(record._id, record.counts.created > 0)
  const gone = goneSessions(record)
  const { created, changed, removed, conflicts } = record.counts
  const isNothing = created + changed + removed + conflicts === 0
  return (
    <>
      {record.status === 'waiting' && (
        <Text fw={650} mb="sm">
          {t.waiting}
        </Text>
      )}
      {record.needsConfirmation && (
        <Alert color="yellow" icon={<IconAlertTriangle size={20} />} radius="md" mb="md">
          {t.manyGone(gone.removed, gone.all)}
        </Alert>
      )}
      {isNothing && (
        <Alert color="green" icon={<IconCircleCheck size={20} />} radius="md" mb="md">
          {t.nothingToDo}
        </Alert>
      )}
      {error && <ReadProblem name={record.title ?? ''} error={error} />}
      {canWrite && <Rules record={record} isPending={isPending} onChange={replan} />}
      <Changes record={record} matches={matches} decisions={canWrite ? decisions : undefined} isStale={isPending} />
      {canWrite && <ApplyBar record={record} decisions={decisions.all} isPending={isPending} />}
    </>
  )
}

function ApplyBar({
  record,
  decisions,
  isPending,
}: {
  record: Import
  decisions: ReturnType<typeof useDecisions>['all']
  isPending: boolean
}) {
  const t = useTexts(texts)
  const go = useGo()
  const confirm = useConfirm()
  const run = useRunImport(record._id)
  const apply = async () => {
    const { removed: gone, all } = goneSessions(record)
    const question = {
      title: t.confirmTitle(gone),
      message: t.confirmAbout(gone, all),
      action: t.confirmAction,
      isDangerous: true,
    }
    if (record.needsConfirmation && !(await confirm(question))) return
    run.mutate({ apply: { decisions, confirmRemovals: record.needsConfirmation } })
  }
  return (
    <div className="import-bar import-bar-apply">
      <Text size="sm" role="status" className="import-bar-text">
        {isPending ? (
          <>
            <Loader size={14} mr={8} /> {t.updating}
          </>
        ) : run.error ? (
          <Text span c="var(--mantine-color-error)" role="alert">
            {run.error.message}
          </Text>
        ) : (
          <strong>{outcomeText(record, t)}</strong>
        )}
      </Text>
      {record.table && (
        <Button
          variant="default"
          leftSection={<IconColumns3 size={18} />}
          onClick={() => void go('import', record._id, { search: { step: 'columns' } })}
        >
          {t.toColumns}
        </Button>
      )}
      <Button loading={run.isPending} disabled={isPending} onClick={() => void apply()}>
        {t.apply}
      </Button>
    </div>
  )
}

/** The sessions that the source had, and those that the file lacks. */
function goneSessions(record: Import): { removed: number; all: number } {
  const { removed = 0, changed = 0, unchanged = 0 } = countsOf(record, 'broadcastSession') ?? {}
  return { removed, all: removed + changed + unchanged }
}
