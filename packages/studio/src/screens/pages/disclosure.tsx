import { Collapse, Stack, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** A collapsible part of a form. */
export function Disclosure({
  title,
  hint,
  isOpenAtFirst = false,
  children,
}: {
  title: string
  hint?: string
  isOpenAtFirst?: boolean
  children: ReactNode
}) {
  const [isOpen, opening] = useDisclosure(isOpenAtFirst)
  return (
    <section className="pages-disclosure surface">
      <UnstyledButton className="pages-disclosure-head" aria-expanded={isOpen} onClick={opening.toggle}>
        <IconChevronRight size={17} aria-hidden />
        <span>
          <Text component="span" fw={640} size="sm">
            {title}
          </Text>
          {hint && (
            <Text component="span" size="xs" c="dimmed" display="block">
              {hint}
            </Text>
          )}
        </span>
      </UnstyledButton>
      <Collapse expanded={isOpen}>
        <Stack gap="sm" p="md" pt={4}>
          {isOpen && children}
        </Stack>
      </Collapse>
    </section>
  )
}
