import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import './settings.css'

/** A group of fields, with a description. */
export function Section({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <section className="surface settings-section">
      <div>
        <Title order={2} fz="md">
          {title}
        </Title>
        <Text size="sm" c="dimmed" mt={4}>
          {about}
        </Text>
      </div>
      <Stack>{children}</Stack>
    </section>
  )
}
