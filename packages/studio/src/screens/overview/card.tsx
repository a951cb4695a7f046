import { Group, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

/** A part of the overview. */
export function Card({ title, aside, children }: { title: ReactNode; aside?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className="surface overview-card" aria-labelledby={id}>
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2} fz="md" id={id}>
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </section>
  )
}
