import { Skeleton } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useActorNames } from '../../data/actor-names.ts'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import { ScreenLink, useSearchValues } from '../../ui/navigation.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { formatInstant } from '../../ui/zoned.ts'
import { Changes } from './changes.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { DiscardButton } from './discard-button.tsx'
import { type Import, isUnderWay, useImport, useImportActor } from './imports.ts'
import { Preview } from './preview.tsx'
import { Result } from './result.tsx'
import { type Step, Steps } from './steps.tsx'
import { texts } from './texts.ts'
import { UnderWay } from './under-way.tsx'

/** One import, as far as it is: columns, preview, progress or result. */
export function OneImport({ importId }: { importId: string }) {
  const common = useCommon()
  const { data, error, refetch } = useImport(importId)
  return (
    <div className="import">
      <BackLink />
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h={320} radius="lg" role="status" aria-label={common.loading} />}
      {data && <Opened record={data.record} />}
    </div>
  )
}

function BackLink() {
  const t = useTexts(texts)
  return (
    <ScreenLink screen="import" exact className="import-back">
      <IconArrowLeft size={16} aria-hidden /> {t.backToStart}
    </ScreenLink>
  )
}

function Opened({ record }: { record: Import }) {
  const { canWrite } = useBroadcast()
  const [{ step }] = useSearchValues()
  const isOpen = isOpenPreview(record)
  const hasColumns = record.table !== null
  const isColumns = isOpen && canWrite && hasColumns && step === 'columns'
  const now: Step = isColumns ? 'columns' : isOpen ? 'preview' : 'done'
  return (
    <>
      <Header record={record} />
      {canWrite && record.status !== 'discarded' && !isUnderWay(record) && <Steps now={now} hasColumns={hasColumns} />}
      {isColumns && <ColumnsStep record={record} />}
      {isOpen && !isColumns && <Preview record={record} />}
      {isUnderWay(record) && <UnderWay record={record} />}
      {!isOpen && !isUnderWay(record) && (
        <>
          <Result record={record} />
          {record.status !== 'discarded' && <Changes record={record} />}
        </>
      )}
    </>
  )
}

const isOpenPreview = ({ status }: Import) => status === 'previewed' || status === 'waiting'

function Header({ record }: { record: Import }) {
  const t = useTexts(texts)
  const common = useCommon()
  const { language } = useLanguage()
  const { timezone, canWrite } = useBroadcast()
  const actorName = useActorNames()
  const actor = useImportActor(record._id)
  const { format } = record
  const about = [
    ...(format && format in t.fromFormat ? [t.fromFormat[format as keyof typeof t.fromFormat]] : []),
    t.madeBy(formatInstant(record.startedAt ?? record._createdAt, timezone, language), actorName(actor)),
  ]
  return (
    <PageHeader
      title={record.title ?? common.untitled}
      about={about.join(' · ')}
      actions={canWrite && isOpenPreview(record) && <DiscardButton record={record} />}
    />
  )
}
