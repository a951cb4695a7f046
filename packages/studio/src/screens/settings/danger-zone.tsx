import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { myBroadcastsKey, useBroadcast } from '../../data/broadcasts.tsx'
import { useTexts } from '../../texts/language.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Section } from './section.tsx'
import { texts } from './texts.ts'

/** Deletes the whole broadcast, after its name was typed as a confirmation: it cannot be restored. */
export function DangerZone() {
  const t = useTexts(texts)
  const { api, record } = useBroadcast()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isOpen, dialog] = useDisclosure()
  const [typed, setTyped] = useState('')
  const remove = useMutation({
    mutationFn: () => api.sdk.delete(),
    async onSuccess() {
      await navigate({ to: '/' })
      await client.invalidateQueries({ queryKey: myBroadcastsKey })
    },
  })
  return (
    <Section title={t.danger} about={t.dangerAbout}>
      <Button color="red" variant="light" onClick={dialog.open} style={{ alignSelf: 'flex-start' }}>
        {t.deleteBroadcast}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={t.deleteBroadcast}>
        <Stack>
          <Text>{t.deleteHint}</Text>
          {remove.error && <ProblemNotice error={remove.error} />}
          <TextInput
            label={t.typeName(record.name)}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            data-autofocus
          />
          <Button
            color="red"
            disabled={typed !== record.name}
            loading={remove.isPending}
            onClick={() => remove.mutate()}
          >
            {t.deleteBroadcast}
          </Button>
        </Stack>
      </Modal>
    </Section>
  )
}
