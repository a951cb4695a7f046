import { Group, SimpleGrid, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useFieldLabel } from '../../texts/fields.ts'
import { ScreenLink } from '../../ui/navigation.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

/** What a broadcast holds. */
export default function Overview() {
  const { api, id, record } = useBroadcast()
  const fieldLabel = useFieldLabel()
  const usage = useQuery({ queryKey: ['broadcast', id, 'usage'], queryFn: () => api.usage() })
  const tiles = [
    { screen: 'programme', kind: 'broadcastSession', field: 'broadcastSessionId' },
    { screen: 'map', kind: 'broadcastInterestPoint', field: 'broadcastInterestPointId' },
    { screen: 'articles', kind: 'broadcastArticle', field: 'broadcastArticleId' },
    { screen: 'hosts', kind: 'broadcastHost', field: 'broadcastHostId' },
  ] as const
  return (
    <>
      <PageHeader title={record.name} about={record.shortDescription} />
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        {tiles.map(({ screen, kind, field }) => (
          <ScreenLink
            key={screen}
            screen={screen}
            className="surface"
            style={{ padding: 20, color: 'inherit', textDecoration: 'none' }}
          >
            <Group justify="space-between" align="baseline">
              <Text c="dimmed">{fieldLabel(field)}</Text>
              <Text fz={30} fw={700} className="tabular">
                {usage.data?.records[kind]?.used ?? '–'}
              </Text>
            </Group>
          </ScreenLink>
        ))}
      </SimpleGrid>
    </>
  )
}
