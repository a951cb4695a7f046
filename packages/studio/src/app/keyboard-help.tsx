import { Group, Kbd, Stack, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useTexts } from '../texts/language.tsx'
import { Modal } from '../ui/dialog.tsx'
import { texts } from './texts.ts'

/** The list of keyboard shortcuts; `?` opens it. */
export function KeyboardHelp({ isOpen, onChange }: { isOpen: boolean; onChange: (isOpen: boolean) => void }) {
  const t = useTexts(texts)
  useHotkeys([['shift+?', () => onChange(true)]])
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
