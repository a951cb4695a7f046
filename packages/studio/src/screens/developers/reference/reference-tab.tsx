import { Button, Group, Stack, Text } from '@mantine/core'
import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { useTexts } from '../../../texts/language.tsx'
import { Code, Copy } from '../code.tsx'
import { Panel } from '../panel.tsx'
import { keySnippets } from '../snippets.ts'
import { texts } from './texts.ts'

/** Links to the API reference, and a quick start. The reference cannot be framed by other pages. */
export default function ReferenceTab() {
  const t = useTexts(texts)
  const { api } = useBroadcast()
  const { userId, broadcastId } = api
  const { origin } = location
  const ids: [string, string][] = [
    [t.address, origin],
    [t.userId, userId],
    [t.broadcastId, broadcastId],
  ]
  return (
    <>
      <Panel
        title={t.title}
        about={t.about}
        actions={
          <>
            <Button component="a" href="/reference/" target="_blank" rightSection={<IconExternalLink size={17} />}>
              {t.open}
            </Button>
            <Button
              component="a"
              variant="default"
              href="/v1/openapi.json"
              download="marquee-openapi.json"
              leftSection={<IconDownload size={17} />}
            >
              {t.download}
            </Button>
          </>
        }
      />
      <Panel title={t.ids} about={t.idsAbout}>
        <ul className="surface list-rows">
          {ids.map(([name, value]) => (
            <li key={name} className="list-row">
              <div className="list-row-main">
                <Text size="sm" c="dimmed">
                  {name}
                </Text>
                <Text className="developer-mono" truncate>
                  {value}
                </Text>
              </div>
              <Group>
                <Copy value={value} name={name} />
              </Group>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title={t.start} about={t.startAbout}>
        <Stack>
          {keySnippets({ origin, userId, broadcastId }, 'YOUR_KEY').map(({ name, code }) => (
            <div key={name}>
              <Text size="sm" fw={650} mb={4}>
                {name}
              </Text>
              <Code label={name} text={code} />
            </div>
          ))}
        </Stack>
      </Panel>
    </>
  )
}
