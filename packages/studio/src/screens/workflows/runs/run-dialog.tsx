import { Button, Group, JsonInput, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { KindName } from '../../../data/api.ts'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { useCommon, useTexts } from '../../../texts/language.tsx'
import { Modal } from '../../../ui/dialog.tsx'
import { sampleInput } from '../graph/sample-input.ts'
import type { Trigger } from '../graph/trigger-words.ts'
import { contentKinds } from '../nodes/content-kinds.ts'
import { texts } from './texts.ts'

interface Props {
  isOpen: boolean
  onClose: () => void
  /** Whether unsaved edits are saved before the run. */
  isDirty: boolean
  isBusy: boolean
  trigger: Trigger
  /** The input of the last run. */
  lastInput: unknown
  onStart: (input: Record<string, unknown>) => void
}

/** Asks for the input of a run. */
export function RunDialog(props: Props) {
  const t = useTexts(texts)
  return (
    <Modal opened={props.isOpen} onClose={props.onClose} title={t.runTitle}>
      {props.isOpen && <Asked {...props} />}
    </Modal>
  )
}

/** The form, once the sample is known. */
function Asked(props: Props) {
  const { type, kind } = props.trigger
  const { api, id } = useBroadcast()
  const isFollowing = type === 'change' && kind !== undefined && contentKinds.includes(kind)
  const newest = useQuery({
    queryKey: ['broadcast', id, 'newest', kind],
    queryFn: async () => {
      const { data } = await api.kind(kind as KindName).list({ limit: 1, sort: { _createdAt: 'desc' } })
      return data[0] ?? null
    },
    enabled: isFollowing,
    retry: false,
  })
  if (isFollowing && newest.isPending) return <Skeleton h={220} />
  return <Form {...props} sample={sampleInput(props.trigger, newest.data ?? undefined)} />
}

interface FormProps extends Props {
  sample: Record<string, unknown> | undefined
}

function Form({ onClose, isDirty, isBusy, lastInput, sample, trigger, onStart }: FormProps) {
  const t = useTexts(texts)
  const common = useCommon()
  const first = isFilled(lastInput) ? lastInput : (sample ?? {})
  const [text, setText] = useState(() => JSON.stringify(first, null, 2))
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
          description={sample ? t.samples[trigger.type === 'webhook' ? 'webhook' : 'change'] : t.runAbout}
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
        {sample && JSON.stringify(input) !== JSON.stringify(sample) && (
          <Button
            variant="subtle"
            size="compact-sm"
            style={{ alignSelf: 'flex-start' }}
            onClick={() => setText(JSON.stringify(sample, null, 2))}
          >
            {t.useSample}
          </Button>
        )}
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

const isFilled = (input: unknown) => Object.keys(Object(input)).length > 0

function parsed(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
