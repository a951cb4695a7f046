import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A section of a tab: title, description, actions and content. */
export function Panel({
  title,
  about,
  actions,
  children,
}: {
  title: ReactNode
  about?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}) {
  return (
    <section className="developer-panel">
      <Group justify="space-between" align="flex-start" mb="md" gap="sm">
        <div className="developer-panel-head">
          <Title order={2} fz="lg">
            {title}
          </Title>
          {about && (
            <Text size="sm" c="dimmed" maw={640} mt={4}>
              {about}
            </Text>
          )}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </section>
  )
}
