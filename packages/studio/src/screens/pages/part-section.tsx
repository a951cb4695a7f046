import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A group of settings under a heading. */
export function PartSection({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  return (
    <section className="surface pages-part">
      <Title order={2} fz="md">
        {title}
      </Title>
      {about && (
        <Text size="sm" c="dimmed" mt={2}>
          {about}
        </Text>
      )}
      <Stack gap="sm" mt="sm">
        {children}
      </Stack>
    </section>
  )
}
