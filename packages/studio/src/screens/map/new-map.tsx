import { Button, Group, NumberInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSave } from '../../data/records.ts'
import { MediaEditor } from '../../fields/media-editor.tsx'
import { mediaUrlOf } from '../../fields/media-value.ts'
import { useCommon, useTexts } from '../../texts/language.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { pictureSize } from './picture.ts'
import type { Size } from './pins.ts'
import { texts } from './texts.ts'

interface Props {
  isOpen: boolean
  onClose: () => void
  onCreated: (id: string) => void
}

/** Creates a map: its name, its type, and for an illustrated one the picture with its size. */
export function NewMap({ isOpen, onClose, onCreated }: Props) {
  const t = useTexts(texts)
  return (
    <Modal opened={isOpen} onClose={onClose} title={<Text fw={650}>{t.create.title}</Text>} size="lg">
      <Form onClose={onClose} onCreated={onCreated} />
    </Modal>
  )
}

function Form({ onClose, onCreated }: Omit<Props, 'isOpen'>) {
  const t = useTexts(texts)
  const common = useCommon()
  const save = useSave('broadcastMap')
  const [title, setTitle] = useState('')
  const [type, setType] = useState<'image' | 'geo'>('image')
  const [media, setMedia] = useState<unknown>(null)
  const [size, setSize] = useState<Partial<Size>>({})
  const choose = async (chosen: unknown) => {
    setMedia(chosen)
    const url = mediaUrlOf(chosen)
    if (url) setSize((await pictureSize(url)) ?? {})
  }
  const isImage = type === 'image'
  const isWhole = title.trim() !== '' && (!isImage || (media !== null && !!size.width && !!size.height))
  const create = () => {
    const background = isImage ? { media, width: size.width, height: size.height } : {}
    const patch = { title: title.trim(), type, status: 'published', ...background }
    save.mutate({ patch }, { onSuccess: ({ record }) => onCreated(record._id) })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        create()
      }}
    >
      <Stack>
        <TextInput
          label={t.create.name}
          value={title}
          required
          data-autofocus
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <SegmentedControl
          aria-label={t.create.type}
          value={type}
          onChange={(next) => setType(next === 'geo' ? 'geo' : 'image')}
          data={[
            { value: 'image', label: t.create.image },
            { value: 'geo', label: t.create.geo },
          ]}
        />
        {isImage ? (
          <>
            <MediaEditor
              name="media"
              label={t.create.background}
              value={media}
              onChange={(chosen) => void choose(chosen)}
              schema={{}}
              pointer="/media"
              errors={new Map()}
            />
            <Group grow align="flex-start" role="group" aria-label={t.create.size}>
              {(['width', 'height'] as const).map((side) => (
                <NumberInput
                  key={side}
                  label={t.create[side]}
                  min={1}
                  max={1_000_000}
                  allowDecimal={false}
                  value={size[side] ?? ''}
                  onChange={(next) => setSize({ ...size, [side]: Number(next) || undefined })}
                />
              ))}
            </Group>
            <Text size="xs" c="dimmed">
              {t.create.sizeHint}
            </Text>
          </>
        ) : (
          <Text size="sm" c="dimmed">
            {t.geo.hint}
          </Text>
        )}
        {save.error && <ProblemNotice error={save.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" disabled={!isWhole} loading={save.isPending}>
            {t.create.action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
