import { ActionIcon, Group, Kbd, Text, Tooltip, UnstyledButton } from '@mantine/core'
import { spotlight } from '@mantine/spotlight'
import { IconKeyboard, IconSearch } from '@tabler/icons-react'
import { useTexts } from '../texts/language.tsx'
import { AccountMenu } from './account-menu.tsx'
import { BroadcastSwitcher } from './broadcast-switcher.tsx'
import { LiveDot } from './live-dot.tsx'
import { NavigationLinks } from './navigation-links.tsx'
import { PrivateMark } from './private-mark.tsx'
import { texts } from './texts.ts'

/** The navigation on wide screens. */
export function Sidebar({ onHelp }: { onHelp: () => void }) {
  const t = useTexts(texts)
  return (
    <aside className="shell-side">
      <BroadcastSwitcher />
      <PrivateMark />
      <UnstyledButton className="shell-link" mt="sm" onClick={() => spotlight.open()} bd="1px solid var(--studio-line)">
        <IconSearch size={18} stroke={1.7} />
        <Text span fz="sm" c="dimmed" flex={1}>
          {t.findAnything}
        </Text>
        <Kbd size="xs">{commandKey} K</Kbd>
      </UnstyledButton>
      <nav className="shell-scroll" aria-label={t.navigation}>
        <NavigationLinks />
      </nav>
      <Group justify="space-between" wrap="nowrap" gap={4}>
        <AccountMenu />
        <Group gap={2} wrap="nowrap">
          <LiveDot />
          <Tooltip label={t.keyboard}>
            <ActionIcon size="lg" onClick={onHelp} aria-label={t.keyboard}>
              <IconKeyboard size={19} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
        </Group>
      </Group>
    </aside>
  )
}

const commandKey = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl'
