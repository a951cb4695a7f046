import { Button, Group, Image, Stack, Textarea } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useRecord } from '../../../data/records.ts'
import { MediaPicker } from '../../../fields/media-picker.tsx'
import { useCommon, useTexts } from '../../../texts/language.tsx'
import { Modal } from '../../../ui/dialog.tsx'
import { texts } from '../texts.ts'
import type { ImageAttributes } from './image-node.ts'

/** A picture to describe, or `pick` while none is chosen. */
export type ImageTask = 'pick' | (ImageAttributes & { mediaId?: string | undefined; isThere?: boolean })

interface Props {
  task: ImageTask | undefined
  onClose: () => void
  onDone: (image: ImageAttributes) => void
}

/** Chooses a picture and asks for its alternative text. */
export function ImageDialog({ task, onClose, onDone }: Props) {
  const t = useTexts(texts)
  const [picked, setPicked] = useState<ImageTask>()
  const [isPicking, setPicking] = useState(false)
  const shown = picked ?? task
  const close = () => {
    setPicked(undefined)
    setPicking(false)
    onClose()
  }
  const isChoosing = task !== undefined && (isPicking || shown === 'pick')
  return (
    <>
      <MediaPicker
        isOpen={isChoosing}
        onClose={shown === 'pick' ? close : () => setPicking(false)}
        onPick={({ mediaUrl, mediaId }) => {
          setPicked({ src: mediaUrl, mediaId, alt: '', isThere: typeof task === 'object' && task.isThere === true })
          setPicking(false)
        }}
      />
      <Modal opened={task !== undefined && !isChoosing} onClose={close} title={t.image.title}>
        {typeof shown === 'object' && (
          <ImageForm
            key={shown.src}
            task={shown}
            onOther={() => setPicking(true)}
            onClose={close}
            onDone={(image) => {
              setPicked(undefined)
              onDone(image)
            }}
          />
        )}
      </Modal>
    </>
  )
}

interface FormProps {
  task: Exclude<ImageTask, 'pick'>
  onOther: () => void
  onClose: () => void
  onDone: (image: ImageAttributes) => void
}

function ImageForm({ task, onOther, onClose, onDone }: FormProps) {
  const t = useTexts(texts)
  const common = useCommon()
  const { data } = useRecord('media', task.mediaId)
  const [alt, setAlt] = useState(task.alt)
  const known = data?.record.alt
  // The description of the media record is the initial text.
  useEffect(() => {
    if (typeof known === 'string') setAlt((typed) => typed || known)
  }, [known])
  return (
    <Stack>
      <Image src={task.src} alt="" mah={220} fit="contain" radius="md" bg="var(--studio-sunken)" />
      <Textarea
        data-autofocus
        autosize
        minRows={2}
        label={t.image.alt}
        description={t.image.altHint}
        value={alt}
        onChange={(event) => setAlt(event.currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button variant="subtle" mr="auto" onClick={onOther}>
          {t.image.other}
        </Button>
        <Button variant="default" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button onClick={() => onDone({ src: task.src, alt: alt.trim() })}>
          {task.isThere ? t.image.change : t.image.insert}
        </Button>
      </Group>
    </Stack>
  )
}
