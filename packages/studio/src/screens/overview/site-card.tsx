import { Button, Group, Skeleton, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconQrcode } from '@tabler/icons-react'
import { lazy, Suspense, useId } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useAllRecords, useRecords, useSave } from '../../data/records.ts'
import { useTexts } from '../../texts/language.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { ScreenLink } from '../../ui/navigation.tsx'
import { AddressLink, AddressRow } from '../kinds/parts/channel/address-row.tsx'
import { type SiteState, siteStateOf } from './site-state.ts'
import { siteTexts } from './site-texts.ts'

const QrCode = lazy(() => import('../kinds/parts/channel/qr-code.tsx'))

/** Whether visitors see the site, where it is, and what to do when they do not. */
export function SiteCard() {
  const t = useTexts(siteTexts)
  const titleId = useId()
  const { record, canWrite } = useBroadcast()
  const channels = useAllRecords('broadcastDiffuser', { filters: [{ type: 'web' }], sort: { _id: 'asc' } })
  const content = useHasContent()
  if (channels.isPending || content.isPending) return <Skeleton height={86} radius="md" />
  if (channels.error) return null
  const { state, channel, address } = siteStateOf(record, channels.records, content.isThere)
  return (
    <section className="surface overview-card site-card" data-state={state} aria-labelledby={titleId}>
      <div>
        <Title order={2} fz="md" id={titleId} className="site-state">
          {t.title[state]}
        </Title>
        <Text size="sm" c="dimmed">
          {t.about[state]}
        </Text>
      </div>
      <Group gap="xs">
        {address && <Address url={address} isPlain={!canWrite} />}
        {canWrite && <NextStep state={state} channelId={channel?._id} />}
      </Group>
    </section>
  )
}

function Address({ url, isPlain }: { url: string; isPlain: boolean }) {
  const t = useTexts(siteTexts)
  const [isOpen, qr] = useDisclosure()
  if (isPlain) return <AddressLink url={url} />
  return (
    <AddressRow url={url}>
      <Button size="compact-sm" variant="default" leftSection={<IconQrcode size={15} />} onClick={qr.open}>
        {t.qr}
      </Button>
      <Modal opened={isOpen} onClose={qr.close} title={t.qr} size="sm">
        <Group justify="center">
          <Suspense fallback={<Skeleton height={300} width={260} radius="md" />}>
            <QrCode url={url} size={260} />
          </Suspense>
        </Group>
      </Modal>
    </AddressRow>
  )
}

function NextStep({ state, channelId }: { state: SiteState; channelId: string | undefined }) {
  const t = useTexts(siteTexts)
  if (state === 'private') return <MakePublic />
  if (state === 'missing')
    return (
      <ScreenLink screen="diffusers" recordId="new" className="overview-more">
        {t.addChannel}
      </ScreenLink>
    )
  if (state === 'draft')
    return (
      <ScreenLink screen="diffusers" recordId={channelId ?? ''} className="overview-more">
        {t.openChannel}
      </ScreenLink>
    )
  if (state === 'empty')
    return (
      <ScreenLink screen="programme" className="overview-more">
        {t.publish}
      </ScreenLink>
    )
  return null
}

function MakePublic() {
  const t = useTexts(siteTexts)
  const { id, record } = useBroadcast()
  const confirm = useConfirm()
  const save = useSave('broadcast')
  const makePublic = async () => {
    if (!(await confirm({ title: t.confirm, message: t.confirmAbout, action: t.makePublic }))) return
    const isShown = record.isWeb || record.isApp
    save.mutate({ recordId: id, patch: { isPrivate: false, ...(!isShown && { isWeb: true }) } })
  }
  return (
    <>
      <Button size="compact-sm" loading={save.isPending} onClick={() => void makePublic()}>
        {t.makePublic}
      </Button>
      {save.error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {save.error.message}
        </Text>
      )}
    </>
  )
}

/** Whether visitors would find anything: places and hosts alone are no programme. */
function useHasContent(): { isPending: boolean; isThere: boolean } {
  const query = { filters: [{ status: 'published' }], limit: 1, fields: ['status'] }
  const found = [
    useRecords('broadcastSession', query),
    useRecords('broadcastArticle', query),
    useRecords('broadcastPage', query),
  ]
  return { isPending: found.some(({ isPending }) => isPending), isThere: found.some(({ total }) => total > 0) }
}
