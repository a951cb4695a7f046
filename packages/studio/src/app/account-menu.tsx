import {
  Avatar,
  Menu,
  SegmentedControl,
  Stack,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core'
import { IconApi, IconLogout, IconMoon, IconSun, IconSunMoon, IconUser } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { forgetDrafts, listDrafts } from '../data/draft-store.ts'
import { usePerson, useSignOut } from '../data/session.ts'
import { languageNames, languages } from '../texts/define.ts'
import { useLanguage, useTexts } from '../texts/language.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { texts } from './texts.ts'

/** The menu of the signed-in person: language, appearance, account, sign out. */
export function AccountMenu({ isCompact = false }: { isCompact?: boolean }) {
  const t = useTexts(texts)
  const person = usePerson()
  const navigate = useNavigate()
  const leave = useLeave()
  return (
    <Menu shadow="md" position="top-start" width={264}>
      <Menu.Target>
        <UnstyledButton
          style={{ display: 'flex', alignItems: 'center', gap: 10, minWidth: 0, borderRadius: 10, padding: 4 }}
        >
          <VisuallyHidden>{t.account}</VisuallyHidden>
          <Avatar name={person.name} color="ember" variant="light" size={34} radius="xl" />
          {!isCompact && (
            <Text span fz="sm" fw={560} truncate>
              {person.name}
            </Text>
          )}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{person.email}</Menu.Label>
        <Stack gap={8} px={10} pb={8}>
          <LanguageChoice />
          <SchemeChoice />
        </Stack>
        <Menu.Divider />
        <Menu.Item leftSection={<IconUser size={18} />} onClick={() => void navigate({ to: '/account' })}>
          {t.account}
        </Menu.Item>
        <Menu.Item leftSection={<IconApi size={18} />} component="a" href="/reference/" target="_blank">
          {t.reference}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={18} />} onClick={() => void leave()}>
          {t.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

export function LanguageChoice() {
  const t = useTexts(texts)
  const { language, setLanguage } = useLanguage()
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      aria-label={t.language}
      value={language}
      onChange={setLanguage}
      data={languages.map((value) => ({ value, label: <span lang={value}>{languageNames[value]}</span> }))}
    />
  )
}

export function SchemeChoice() {
  const t = useTexts(texts)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const choices = [
    { value: 'light' as const, label: t.light, Icon: IconSun },
    { value: 'dark' as const, label: t.dark, Icon: IconMoon },
    { value: 'auto' as const, label: t.system, Icon: IconSunMoon },
  ]
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      aria-label={t.appearance}
      value={colorScheme}
      onChange={setColorScheme}
      data={choices.map(({ value, label, Icon }) => ({
        value,
        label: <Icon size={16} aria-label={label} role="img" style={{ display: 'block', margin: '2px auto' }} />,
      }))}
    />
  )
}

/** Signing out deletes unsaved edits from this browser, which others may use; so it asks when there are any. */
export function useLeave(): () => Promise<void> {
  const t = useTexts(texts)
  const person = usePerson()
  const signOut = useSignOut()
  const confirm = useConfirm()
  const navigate = useNavigate()
  return async () => {
    const { length } = listDrafts(person.id)
    const isAgreed =
      length === 0 ||
      (await confirm({ title: t.signOut, message: t.signOutDrafts(length), action: t.signOut, isDangerous: true }))
    if (!isAgreed) return
    forgetDrafts(person.id)
    await signOut.mutateAsync()
    await navigate({ to: '/sign-in' })
  }
}
