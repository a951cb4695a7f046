import { Alert, Button, Group, Stack, Tabs, TextInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useTexts } from '../../texts/language.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { Code, Copy } from './code.tsx'
import { texts } from './texts.ts'

export interface Snippet {
  name: string
  code: string
}

interface Props {
  title: string
  label: string
  /** The dialog is closed without it. */
  secret: string | undefined
  snippets: Snippet[]
  onClose: () => void
}

/** A secret that is shown only once, with instructions. Only the button closes it, so that it is not lost by accident. */
export function SecretDialog({ title, label, secret, snippets, onClose }: Props) {
  const t = useTexts(texts)
  return (
    <Modal
      opened={secret !== undefined}
      onClose={onClose}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Alert color="yellow" icon={<IconKey size={20} />} title={t.once} radius="md">
          {t.onceHint}
        </Alert>
        <Group gap="xs" wrap="nowrap" align="flex-end">
          <TextInput
            label={label}
            readOnly
            value={secret ?? ''}
            flex={1}
            className="developer-mono"
            onFocus={(event) => event.currentTarget.select()}
            data-autofocus
          />
          <Copy value={secret ?? ''} name={label} />
        </Group>
        <Tabs defaultValue={snippets[0]?.name} variant="pills" radius="md" key={title}>
          <Tabs.List aria-label={title}>
            {snippets.map(({ name }) => (
              <Tabs.Tab key={name} value={name}>
                {name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {snippets.map(({ name, code }) => (
            <Tabs.Panel key={name} value={name} pt="sm">
              <Code label={name} text={code} />
            </Tabs.Panel>
          ))}
        </Tabs>
        <Button onClick={onClose} style={{ alignSelf: 'flex-end' }}>
          {t.kept}
        </Button>
      </Stack>
    </Modal>
  )
}
