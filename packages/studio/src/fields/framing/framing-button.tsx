import { Button, type ButtonProps, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCrop } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { RecordFor } from '../../data/api.ts'
import { useTexts } from '../../texts/language.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { texts } from './texts.ts'

const Framing = lazy(() => import('./framing.tsx'))

/** Opens the dialog that crops and focuses a picture. Other media have none. */
export function FramingButton({ media, ...props }: { media: RecordFor<'media'> | undefined } & ButtonProps) {
  const t = useTexts(texts)
  const [isOpen, dialog] = useDisclosure()
  if (!media || !/^image\//.test(media.mimeType ?? 'image/')) return null
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconCrop size={16} />}
        {...props}
        onClick={dialog.open}
        aria-label={t.open}
      >
        {t.short}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={t.title} size="xl">
        <Suspense fallback={<Skeleton height={320} />}>
          <Framing media={media} onClose={dialog.close} />
        </Suspense>
      </Modal>
    </>
  )
}
