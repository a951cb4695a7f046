import { Group, Kbd, Stack, Text } from '@mantine/core'
import { useTexts } from '../texts/language.tsx'
import { Modal } from '../ui/dialog.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { texts } from './texts.ts'

/** The list of keyboard shortcuts; `?` opens it. */
export function KeyboardHelp({ isOpen, onChange }: { isOpen: boolean; onChange: (isOpen: boolean) => void }) {
  const t = useTexts(texts)
  useShortcuts([['shift+?', () => onChange(true)]])
  const rows: [string, string[]][] = [
    [t.keys.palette, [mod, 'K']],
    [t.keys.save, [mod, 'S']],
    [t.keys.search, ['/']],
    [t.keys.create, ['N']],
    [t.keys.close, ['Esc']],
    [t.keys.help, ['?']],
  ]
  return (
    <Modal opened={isOpen} onClose={() => onChange(false)} title={t.keyboard} size="sm">
      <Stack gap="xs">
        {rows.map(([label, keys]) => (
          <Group key={label} justify="space-between">
            <Text size="sm">{label}</Text>
            <Group gap={4}>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </Group>
          </Group>
        ))}
      </Stack>
    </Modal>
  )
}

const mod = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl'
