import { Text } from '@mantine/core'
import { useTexts } from '../../texts/language.tsx'
import { useSearchValues } from '../../ui/navigation.tsx'
import { ChangeList } from './change-list.tsx'
import { Counts, type Show, shows } from './counts.tsx'
import type { Decisions } from './decisions.ts'
import { type Import, type ImportChange, usePlannedNames } from './imports.ts'
import { KindTabs, useKindFilter } from './kind-tabs.tsx'
import { MatchesHead } from './matches-head.tsx'
import { NamesProvider } from './names.tsx'
import { texts } from './texts.ts'
import { Warnings } from './warnings.tsx'

/** What an import changes: counts that filter, and the records field by field. The filters are in the address. */
export function Changes({
  record,
  matches = none,
  decisions,
  isStale = false,
}: {
  record: Import
  matches?: ImportChange[]
  decisions?: Decisions | undefined
  isStale?: boolean
}) {
  const t = useTexts(texts)
  const [values, change] = useSearchValues()
  const names = usePlannedNames(record._id, namedKinds)
  const show = shows.find((one) => one === values.show) ?? firstShow(record)
  const kind = useKindFilter(record, show)
  return (
    <NamesProvider planned={names}>
      <div className="import-changes" aria-busy={isStale} data-stale={isStale || undefined}>
        <Counts
          counts={record.counts}
          matches={matches.length}
          show={show}
          onShow={(next) => change({ show: next, kind: undefined })}
        />
        {show === 'warnings' && <Warnings notes={record.notes} total={record.counts.warnings} />}
        {show === 'matches' && (
          <>
            {decisions && <MatchesHead matches={matches} decisions={decisions} />}
            <ChangeList changes={matches} record={record} decisions={decisions} isOpen />
          </>
        )}
        {show !== 'warnings' && show !== 'matches' && (
          <>
            <KindTabs record={record} show={show} kind={kind} onKind={(next) => change({ kind: next })} />
            <ChangeList record={record} show={show} kind={kind} decisions={decisions} isOpen={show === 'conflicts'} />
            {record.status !== 'previewed' && record.status !== 'waiting' && (
              <Text size="sm" c="dimmed" mt="md">
                {t.planGone}
              </Text>
            )}
          </>
        )}
      </div>
    </NamesProvider>
  )
}

const none: ImportChange[] = []
const namedKinds = ['broadcastInterestPoint', 'broadcastHost', 'broadcastCategory']

/** Open questions first. */
const firstShow = ({ status, counts }: Import): Show =>
  (status === 'previewed' || status === 'waiting') && counts.conflicts > 0 ? 'conflicts' : 'all'
