import { Group, Kbd, Stack, Text, Title } from '@mantine/core'
import { keyTexts, programmeKeys } from '../screens/programme/keys.ts'
import { useTexts } from '../texts/language.tsx'
import { Modal } from '../ui/dialog.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { texts } from './texts.ts'

/** The list of keyboard shortcuts; `?` opens it. */
export function KeyboardHelp({ isOpen, onChange }: { isOpen: boolean; onChange: (isOpen: boolean) => void }) {
  const t = useTexts(texts)
  useShortcuts([['shift+?', () => onChange(true)]])
  const ofProgrammeTexts = useTexts(keyTexts)
  const rows: Row[] = [
    [t.keys.palette, ['mod', 'K']],
    [t.keys.save, ['mod', 'S']],
    [t.keys.search, ['/']],
    [t.keys.create, ['N']],
    [t.keys.close, ['Esc']],
    [t.keys.help, ['?']],
  ]
  const ofProgramme = programmeKeys.map(({ about, keys }): Row => [ofProgrammeTexts[about], keys])
  return (
    <Modal opened={isOpen} onClose={() => onChange(false)} title={t.keyboard} size="md">
      <Rows rows={rows} />
      <Title order={3} fz="sm" mt="lg" mb="xs">
        {ofProgrammeTexts.title}
      </Title>
      <Rows rows={ofProgramme} />
    </Modal>
  )
}

type Row = [label: string, keys: readonly string[]]

function Rows({ rows }: { rows: Row[] }) {
  return (
    <Stack gap="xs">
      {rows.map(([label, keys]) => (
        <Group key={label} justify="space-between" wrap="nowrap">
          <Text size="sm">{label}</Text>
          <Group gap={4} wrap="nowrap">
            {keys.map((key) => (
              <Kbd key={key}>{key === 'mod' ? mod : key}</Kbd>
            ))}
          </Group>
        </Group>
      ))}
    </Stack>
  )
}

const mod = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl'
