import { Button, Code, CopyButton, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { serviceOrigin } from '../../../../kinds/site-address.ts'
import { useCommon, useTexts } from '../../../../texts/language.tsx'
import { texts } from './texts.ts'

const views = ['programme', 'day', 'stage', 'now'] as const
type View = (typeof views)[number]

/** The code that shows a part of the site inside any website. */
export function EmbedCode({ slug }: { slug: string }) {
  const t = useTexts(texts)
  const common = useCommon()
  const [view, setView] = useState<View>('programme')
  const code = `<script src="${serviceOrigin()}/embed.js" data-marquee="${slug}" data-view="${view}" async></script>`
  return (
    <Stack gap="xs" component="section" aria-label={t.embed}>
      <Title order={3} fz="sm">
        {t.embed}
      </Title>
      <Text size="sm" c="dimmed">
        {t.embedAbout}
      </Text>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t.view}
        value={view}
        onChange={(chosen) => setView(views.find((one) => one === chosen) ?? 'programme')}
        data={views.map((value) => ({ value, label: t.views[value] }))}
      />
      <Code block className="embed-code" tabIndex={0} role="region" aria-label={t.embed}>
        {code}
      </Code>
      <CopyButton value={code}>
        {({ copied, copy }) => (
          <Button
            size="compact-sm"
            variant="default"
            w="fit-content"
            leftSection={copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
            onClick={copy}
          >
            {copied ? common.copied : t.copyEmbed}
          </Button>
        )}
      </CopyButton>
    </Stack>
  )
}
