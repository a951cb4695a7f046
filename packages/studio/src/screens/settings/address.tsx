import { Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { Problem, type RecordFor } from '../../data/api.ts'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { errorAt, errorsByPointer } from '../../data/pointers.ts'
import { useAllRecords, useSave } from '../../data/records.ts'
import { useFieldLabel } from '../../kinds/labels.ts'
import { serviceOrigin, shortAddress, siteAddress } from '../../kinds/site-address.ts'
import { useCommon, useTexts } from '../../texts/language.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { ScreenLink } from '../../ui/navigation.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { AddressRow } from '../kinds/parts/channel/address-row.tsx'
import { mainWebsite } from '../kinds/parts/channel/main-website.ts'
import { Section } from './section.tsx'
import { texts } from './texts.ts'

type Channel = RecordFor<'broadcastDiffuser'>

/** Where visitors find the site. The address belongs to a channel, so it is saved by itself. */
export function Address() {
  const t = useTexts(texts)
  const channels = useAllRecords('broadcastDiffuser', { filters: [{ type: 'web' }], sort: { _id: 'asc' } })
  return (
    <Section title={t.address} about={t.addressAbout}>
      {channels.isPending && <Skeleton height={36} radius="md" />}
      {channels.error && <ProblemNotice error={channels.error} onRetry={() => void channels.refetch()} />}
      {channels.data && <MainAddress channel={mainWebsite(channels.records)} />}
    </Section>
  )
}

function MainAddress({ channel }: { channel: Channel | undefined }) {
  const t = useTexts(texts)
  const { canWrite } = useBroadcast()
  const [isOpen, dialog] = useDisclosure()
  const url = channel && siteAddress(channel)
  if (!channel || !url)
    return (
      <Group>
        <Text size="sm">{t.noAddress}</Text>
        {canWrite && (
          <ScreenLink screen="diffusers" recordId="new" className="overview-more">
            {t.addWebsite}
          </ScreenLink>
        )}
      </Group>
    )
  return (
    <AddressRow url={url}>
      {canWrite && (
        <Button size="compact-sm" variant="default" onClick={dialog.open}>
          {t.changeAddress}
        </Button>
      )}
      <Modal opened={isOpen} onClose={dialog.close} title={t.changeAddress}>
        <AddressForm channel={channel} onSaved={dialog.close} />
      </Modal>
    </AddressRow>
  )
}

function AddressForm({ channel, onSaved }: { channel: Channel; onSaved: () => void }) {
  const t = useTexts(texts)
  const common = useCommon()
  const fieldLabel = useFieldLabel()
  const save = useSave('broadcastDiffuser')
  const [slug, setSlug] = useState(channel.slug ?? '')
  const [domain, setDomain] = useState(channel.domain ?? '')
  const errors = errorsByPointer(save.error instanceof Problem ? save.error.errors : [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const patch = { slug: slug.trim() || null, domain: domain.trim() || null }
    save.mutate({ recordId: channel._id, patch }, { onSuccess: onSaved })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        {save.error && errors.size === 0 && <ProblemNotice error={save.error} />}
        <TextInput
          data-autofocus
          label={fieldLabel('slug', 'broadcastDiffuser')}
          description={`${shortAddress(serviceOrigin())}/${slug.trim()}/`}
          value={slug}
          error={errorAt(errors, '/slug')}
          onChange={(event) => setSlug(event.currentTarget.value)}
        />
        <TextInput
          label={fieldLabel('domain', 'broadcastDiffuser')}
          description={t.domainHint}
          placeholder="www.festival.example"
          value={domain}
          error={errorAt(errors, '/domain')}
          onChange={(event) => setDomain(event.currentTarget.value)}
        />
        <Text size="sm" c="dimmed">
          {t.addressHint}
        </Text>
        <Button type="submit" loading={save.isPending} disabled={slug.trim() === '' && domain.trim() === ''}>
          {common.save}
        </Button>
      </Stack>
    </form>
  )
}
