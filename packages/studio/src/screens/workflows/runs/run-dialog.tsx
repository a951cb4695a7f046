import { Button, Group, JsonInput, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useCommon, useTexts } from '../../../texts/language.tsx'
import { Modal } from '../../../ui/dialog.tsx'
import { texts } from './texts.ts'

interface Props {
  isOpen: boolean
  onClose: () => void
  /** Whether unsaved edits are saved before the run. */
  isDirty: boolean
  isBusy: boolean
  /** The input of the last run. */
  lastInput: unknown
  onStart: (input: Record<string, unknown>) => void
}

/** Asks for the input of a run. */
export function RunDialog(props: Props) {
  const t = useTexts(texts)
  return (
    <Modal opened={props.isOpen} onClose={props.onClose} title={t.runTitle}>
      {props.isOpen && <Form {...props} />}
    </Modal>
  )
}

function Form({ onClose, isDirty, isBusy, lastInput, onStart }: Props) {
  const t = useTexts(texts)
  const common = useCommon()
  const [text, setText] = useState(() => JSON.stringify(lastInput ?? {}, null, 2))
  const input = parsed(text)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (input) onStart(input)
      }}
    >
      <Stack>
        <JsonInput
          label={t.runInput}
          description={t.runAbout}
          value={text}
          onChange={setText}
          autosize
          minRows={4}
          maxRows={14}
          error={input ? undefined : t.notObject}
          formatOnBlur
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          data-autofocus
        />
        {isDirty && (
          <Text size="sm" c="dimmed">
            {t.saveFirst}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!input}>
            {isDirty ? t.saveAndRun : t.run}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function parsed(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
