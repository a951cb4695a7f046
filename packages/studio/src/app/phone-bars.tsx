import { ActionIcon, Group, Space, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { spotlight } from '@mantine/spotlight'
import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { useBroadcast } from '../data/broadcasts.tsx'
import { BroadcastLogo } from '../fields/broadcast-logo.tsx'
import { useCommon, useLanguage, useTexts } from '../texts/language.tsx'
import { Drawer } from '../ui/dialog.tsx'
import { ScreenLink } from '../ui/navigation.tsx'
import { AccountMenu } from './account-menu.tsx'
import { BroadcastSwitcher } from './broadcast-switcher.tsx'
import { LiveDot } from './live-dot.tsx'
import { NavigationLinks } from './navigation-links.tsx'
import { PrivateMark } from './private-mark.tsx'
import { screens } from './screens.ts'
import { texts } from './texts.ts'

/** The top bar on a phone: the current screen, and search. */
export function PhoneTop() {
  const t = useTexts(texts)
  const { record } = useBroadcast()
  return (
    <header className="shell-top">
      <BroadcastLogo record={record} size={32} />
      <Text fw={650} truncate>
        {record.name}
      </Text>
      <PrivateMark />
      <Space flex={1} />
      <LiveDot />
      <ActionIcon size={42} aria-label={t.findAnything} onClick={() => spotlight.open()}>
        <IconSearch size={21} />
      </ActionIcon>
      <AccountMenu isCompact />
    </header>
  )
}

/** The bottom bar on a phone: four screens, and a button for all others. */
export function PhoneBar() {
  const t = useTexts(texts)
  const common = useCommon()
  const { language } = useLanguage()
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <nav className="shell-bar" aria-label={t.navigation}>
        {screens
          .filter(({ isOnBar }) => isOnBar)
          .map(({ path, title, icon: Icon }) => (
            <ScreenLink key={path} screen={path} exact={path === ''} className="shell-bar-link">
              <Icon size={22} stroke={1.8} />
              {title[language]}
            </ScreenLink>
          ))}
        <button type="button" className="shell-bar-link" onClick={open} aria-haspopup="dialog">
          <IconMenu2 size={22} stroke={1.8} />
          {common.more}
        </button>
      </nav>
      <Drawer opened={isOpen} onClose={close} position="bottom" size="86%" title={t.navigation} radius="lg">
        <BroadcastSwitcher />
        <Group mt="xs" display="block">
          <NavigationLinks onGo={close} />
        </Group>
      </Drawer>
    </>
  )
}
