import { Button, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { moveDay } from '@marquee/model'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { myBroadcastsKey, useBroadcast } from '../../data/broadcasts.tsx'
import { useTexts } from '../../texts/language.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { pathTo } from '../../ui/navigation.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Section } from './section.tsx'
import { texts } from './texts.ts'

/** Copies the broadcast for next year, and opens the copy. */
export function NextEdition() {
  const t = useTexts(texts)
  const [isOpen, dialog] = useDisclosure()
  return (
    <Section title={t.edition} about={t.editionAbout}>
      <Button variant="default" onClick={dialog.open} style={{ alignSelf: 'flex-start' }}>
        {t.duplicate}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={t.duplicate}>
        <EditionForm />
      </Modal>
    </Section>
  )
}

function EditionForm() {
  const t = useTexts(texts)
  const { record } = useBroadcast()
  const first = record.dates?.start
  const [name, setName] = useState(() => nextName(record.name))
  // After 52 weeks, the same day of the week.
  const [startDate, setStartDate] = useState(first ? moveDay(first, 364) : '')
  const [sessions, setSessions] = useState(true)
  const duplicate = useDuplicate()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    duplicate.mutate({ name: name.trim(), sessions, ...(startDate !== '' && { startDate }) })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        {duplicate.error && <ProblemNotice error={duplicate.error} />}
        <TextInput
          data-autofocus
          label={t.editionName}
          required
          maxLength={30}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label={t.editionStart}
          description={t.editionStartHint}
          value={startDate}
          onChange={(event) => setStartDate(event.currentTarget.value)}
        />
        <Switch
          label={t.editionSessions}
          checked={sessions}
          onChange={(event) => setSessions(event.currentTarget.checked)}
        />
        <Text size="sm" c="dimmed" role="status">
          {duplicate.isPending ? t.editionProgress : t.editionHint}
        </Text>
        <Button type="submit" loading={duplicate.isPending} disabled={name.trim() === ''}>
          {t.editionCreate}
        </Button>
      </Stack>
    </form>
  )
}

function useDuplicate() {
  const t = useTexts(texts)
  const { api } = useBroadcast()
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (choice: { name: string; sessions: boolean; startDate?: string }) => {
      const { id } = await api.sdk.duplicate(choice)
      const { result, reason } = await api.sdk.jobs.wait(id)
      const { broadcastId } = Object(result)
      if (typeof broadcastId !== 'string') throw new Error(reason ?? t.editionFailed)
      return broadcastId
    },
    async onSuccess(broadcastId) {
      await client.invalidateQueries({ queryKey: myBroadcastsKey })
      await navigate({ to: pathTo(broadcastId, '') })
    },
  })
}

/** `Nuits du Port 2028` after `Nuits du Port 2027`; without a year the name stays. */
const nextName = (name: string) => name.replace(/\b20\d\d\b/, (year) => String(Number(year) + 1))
