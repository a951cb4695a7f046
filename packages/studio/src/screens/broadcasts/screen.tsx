import { Button, SimpleGrid, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBuildingCircus, IconPlus } from '@tabler/icons-react'
import { useMyBroadcasts } from '../../data/broadcasts.tsx'
import { useTexts } from '../../texts/language.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { BroadcastCard } from './card.tsx'
import { CreateBroadcast } from './create.tsx'
import { texts } from './texts.ts'

/** The broadcasts of a person. */
export default function Broadcasts() {
  const t = useTexts(texts)
  const mine = useMyBroadcasts()
  const [isCreating, creating] = useDisclosure()
  const create = (
    <Button leftSection={<IconPlus size={18} />} onClick={creating.open}>
      {t.create}
    </Button>
  )
  const isEmpty = mine.data?.length === 0
  return (
    <>
      <PageHeader title={t.title} about={t.about} actions={isEmpty ? undefined : create} />
      {mine.error && <ProblemNotice error={mine.error} onRetry={() => void mine.refetch()} />}
      {isEmpty && <EmptyState icon={IconBuildingCircus} title={t.emptyTitle} hint={t.emptyHint} action={create} />}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="lg">
        {mine.isPending && [1, 2, 3].map((key) => <Skeleton key={key} h={210} radius="lg" />)}
        {mine.data?.map((record) => (
          <BroadcastCard key={record._id} record={record} />
        ))}
      </SimpleGrid>
      <CreateBroadcast isOpen={isCreating} onClose={creating.close} />
    </>
  )
}
