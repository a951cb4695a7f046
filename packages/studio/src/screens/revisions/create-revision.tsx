import { Anchor, Button, Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { metaContent } from '../../data/page-meta.ts'
import { useSave } from '../../data/records.ts'
import { useCommon, useTexts } from '../../texts/language.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { texts } from './texts.ts'

/** Creates a revision of the current content. */
export function CreateRevision({ onClose }: { onClose: () => void }) {
  const t = useTexts(texts)
  const common = useCommon()
  const save = useSave('revision')
  const [title, setTitle] = useState('')
  const [note, setNote] = useState('')
  const terms = metaContent('terms')
  // The API requires it; without terms of the operator there is nothing to accept.
  const [isAccepted, setAccepted] = useState(terms === '')
  const create = () =>
    save.mutate(
      { patch: { tos: { accepted: isAccepted }, title: title.trim() || null, note: note.trim() || null } },
      {
        onSuccess() {
          notifications.show({ color: 'green', message: t.created })
          onClose()
        },
      },
    )
  return (
    <Modal opened onClose={onClose} title={t.create}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          create()
        }}
      >
        <Stack>
          {save.error && <ProblemNotice error={save.error} />}
          <TextInput
            data-autofocus
            label={t.name}
            placeholder={t.namePlaceholder}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <Textarea label={t.note} autosize value={note} onChange={(event) => setNote(event.currentTarget.value)} />
          {terms !== '' && (
            <Checkbox
              label={
                <>
                  {t.accept}{' '}
                  <Anchor inherit href={terms} target="_blank" rel="noreferrer">
                    {t.terms}
                  </Anchor>
                </>
              }
              checked={isAccepted}
              onChange={(event) => setAccepted(event.currentTarget.checked)}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" disabled={!isAccepted} loading={save.isPending}>
              {t.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
