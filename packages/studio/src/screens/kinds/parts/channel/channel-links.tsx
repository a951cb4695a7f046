import { Alert, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { AnyRecord } from '@marquee/model'
import { IconEyeOff } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useBroadcast } from '../../../../data/broadcasts.tsx'
import { siteAddress, slugAddress } from '../../../../kinds/site-address.ts'
import { useTexts } from '../../../../texts/language.tsx'
import { ScreenLink } from '../../../../ui/navigation.tsx'
import { AddressLink, AddressRow } from './address-row.tsx'
import './channel.css'
import { DomainCheck } from './domain-check.tsx'
import { EmbedCode } from './embed-code.tsx'
import { PlaceChoice } from './place-choice.tsx'
import { texts } from './texts.ts'
import { hiddenBecause } from './visibility.ts'

const QrCode = lazy(() => import('./qr-code.tsx'))

/** The ways to a website or kiosk: its address, its QR code, the code to embed it, and its own domain. */
export function ChannelLinks({ record }: { record: AnyRecord }) {
  const [place, setPlace] = useState<string | null>(null)
  if (record.type !== 'web' && record.type !== 'kiosk') return null
  const address = siteAddress(record)
  const url = address && place ? `${address}?place=${place}` : address
  return (
    <Stack mt="lg" gap="md">
      <WhyHidden record={record} />
      {url && (
        <div className="surface channel-links">
          <Stack gap="lg">
            <Address record={record} url={url}>
              {record.type === 'kiosk' && <PlaceChoice place={place} onChoose={setPlace} />}
            </Address>
            {typeof record.domain === 'string' && <DomainCheck channelId={record._id} domain={record.domain} />}
            {record.type === 'web' && typeof record.slug === 'string' && <EmbedCode slug={record.slug} />}
          </Stack>
          <Suspense fallback={<Skeleton height={210} width={168} radius="md" />}>
            <QrCode url={url} />
          </Suspense>
        </div>
      )}
    </Stack>
  )
}

function Address({ record, url, children }: { record: AnyRecord; url: string; children: ReactNode }) {
  const t = useTexts(texts)
  const below = slugAddress(record)
  return (
    <Stack gap="xs" component="section" aria-label={t.address}>
      <Title order={3} fz="sm">
        {t.address}
      </Title>
      <AddressRow url={url} />
      {typeof record.domain === 'string' && below && (
        <Text size="sm" c="dimmed">
          {t.also} <AddressLink url={below} />
        </Text>
      )}
      {children}
    </Stack>
  )
}

function WhyHidden({ record }: { record: AnyRecord }) {
  const t = useTexts(texts)
  const { record: broadcast } = useBroadcast()
  const reason = hiddenBecause(broadcast, record)
  if (!reason) return null
  return (
    <Alert className="channel-hidden" variant="light" color="yellow" icon={<IconEyeOff size={18} />}>
      {t.hidden[reason]}{' '}
      {(reason === 'private' || reason === 'off') && (
        <ScreenLink screen="settings" search={{ field: reason === 'private' ? 'isPrivate' : 'isWeb' }}>
          {t.settings}
        </ScreenLink>
      )}
    </Alert>
  )
}
