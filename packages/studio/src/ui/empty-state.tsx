import { Center, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** Shown in place of an empty list: its purpose, and the first action. */
export function EmptyState({
  icon: Icon,
  title,
  hint,
  action,
}: {
  icon: TablerIcon
  title: string
  hint?: ReactNode
  action?: ReactNode
}) {
  return (
    <Center py={64} px="md">
      <Stack align="center" gap="sm" maw={440} ta="center">
        <ThemeIcon size={64} radius={20} variant="light">
          <Icon size={30} stroke={1.6} />
        </ThemeIcon>
        <Title order={2} fz="lg">
          {title}
        </Title>
        {hint && <Text c="dimmed">{hint}</Text>}
        {action}
      </Stack>
    </Center>
  )
}
