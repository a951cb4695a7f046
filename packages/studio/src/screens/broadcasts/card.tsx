import { Badge, Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { broadcastApi } from '../../data/api.ts'
import type { MyBroadcast } from '../../data/broadcasts.tsx'
import { BroadcastLogo } from '../../fields/broadcast-logo.tsx'
import { useTexts } from '../../texts/language.tsx'
import { pathTo } from '../../ui/navigation.tsx'
import { texts } from './texts.ts'
import './card.css'

/** One broadcast: its logo, its contents, and the person's role. */
export function BroadcastCard({ record }: { record: MyBroadcast }) {
  const t = useTexts(texts)
  const { _id, _access, name, shortDescription, theme, status, isPrivate } = record
  const usage = useQuery({
    queryKey: ['broadcast', _id, 'usage'],
    queryFn: () => broadcastApi(_access.userId, _id).usage(),
  })
  const count = (kind: 'broadcastSession' | 'broadcastArticle') => usage.data?.records[kind]?.used ?? 0
  const color = theme?.primaryBackgroundColor ?? theme?.accentColor ?? '#c93812'
  return (
    <Link to={pathTo(_id, '')} className="broadcast-card surface">
      <span className="broadcast-card-head" style={{ background: color }} />
      <div className="broadcast-card-body">
        <BroadcastLogo record={record} size={56} />
        <Title order={2} fz="lg" mt="sm" lineClamp={1}>
          {name}
        </Title>
        <Text c="dimmed" size="sm" lineClamp={2} mih={40}>
          {shortDescription ?? (usage.data ? t.counts(count('broadcastSession'), count('broadcastArticle')) : ' ')}
        </Text>
        <Group gap={6} mt="sm">
          <Badge variant="light" color="gray" tt="none" radius="sm">
            {t.role[_access.role]}
          </Badge>
          {isPrivate && (
            <Badge variant="light" color="yellow" tt="none" radius="sm">
              {t.private}
            </Badge>
          )}
          {status !== 'idle' && (
            <Badge variant="light" color={status === 'onboardingFailed' ? 'red' : 'blue'} tt="none" radius="sm">
              {status === 'onboardingFailed' ? t.onboardingFailed : t.onboarding}
            </Badge>
          )}
        </Group>
      </div>
    </Link>
  )
}
