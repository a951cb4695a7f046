import { Button, type ButtonProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCrop } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { RecordFor } from '../../data/api.ts'
import { useTexts } from '../../texts/language.tsx'
import { texts } from './texts.ts'

const FramingDialog = lazy(() => import('./framing-dialog.tsx'))

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
      {isOpen && (
        <Suspense>
          <FramingDialog media={media} isOpen={isOpen} onClose={dialog.close} />
        </Suspense>
      )}
    </>
  )
}
