import { Button, Group, Stack, Text } from '@mantine/core'
import { kindNamed } from '@marquee/model'
import { IconArrowBackUp, IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Change } from '../../../data/api.ts'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import type { Values } from '../../../data/merge.ts'
import { useTexts } from '../../../texts/language.tsx'
import { ProblemNotice } from '../../../ui/problem-notice.tsx'
import { Rows } from '../../../ui/rows.tsx'
import { DifferenceList } from '../../kinds/difference-list.tsx'
import { differences } from '../../kinds/differences.ts'
import { readStates } from './change-states.ts'
import { RestoreDeleted } from './restore-deleted.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import { texts } from './texts.ts'

/** The fields of a record before and after a change, with restore. */
export function ChangeDetail({ change }: { change: Change }) {
  const t = useTexts(texts)
  const { api, id, canWrite } = useBroadcast()
  const [earlier, setEarlier] = useState<Values>()
  const states = useQuery({
    queryKey: ['broadcast', id, 'states', change.sequence],
    queryFn: ({ signal }) => readStates(api, change, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (states.isPending) return <Rows count={2} />
  if (states.error) return <ProblemNotice error={states.error} onRetry={() => void states.refetch()} />
  const { before, after } = states.data
  const kind = kindNamed(change.kind)
  const items = after && before !== undefined ? differences(kind, before ?? {}, after) : []
  const mayRestore = canWrite && kind.operations.includes('update')
  return (
    <Stack gap="sm">
      {after === null && <RestoreDeleted change={change} />}
      {before === null && <Text size="sm">{t.made}</Text>}
      {before === undefined && <Text size="sm">{t.noBefore}</Text>}
      {after && before !== undefined && items.length === 0 && <Text size="sm">{t.same}</Text>}
      <div>
        <DifferenceList kind={change.kind} items={items.filter((item) => before !== null || !isEmpty(item.after))} />
      </div>
      {mayRestore && (
        <Group gap="xs">
          {before && after && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconArrowBackUp size={16} />}
              onClick={() => setEarlier(before)}
            >
              {t.restoreBefore}
            </Button>
          )}
          {after && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconHistory size={16} />}
              onClick={() => setEarlier(after)}
            >
              {t.restoreAfter}
            </Button>
          )}
        </Group>
      )}
      {earlier && (
        <RestoreDialog
          kind={change.kind}
          recordId={change.id}
          earlier={earlier}
          onClose={() => setEarlier(undefined)}
        />
      )}
    </Stack>
  )
}

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)
