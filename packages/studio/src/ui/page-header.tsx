import { Group, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

/** The header of a screen: title, description and actions. It also sets the title of the document. */
export function PageHeader({ title, about, actions }: { title: string; about?: ReactNode; actions?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Marquee`
  }, [title])
  return (
    <Group component="header" justify="space-between" align="flex-start" mb="lg" gap="md">
      <div style={{ minWidth: 0, flex: '1 1 260px' }}>
        <Title order={1} fz={{ base: 25, sm: 31 }} lh={1.15}>
          {title}
        </Title>
        {about && (
          <Text c="dimmed" mt={6} maw={640}>
            {about}
          </Text>
        )}
      </div>
      {actions && <Group gap="xs">{actions}</Group>}
    </Group>
  )
}
