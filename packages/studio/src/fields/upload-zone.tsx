import { FileButton, Loader, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconCloudUpload } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import type { RecordFor } from '../data/api.ts'
import { useUpload } from '../data/upload.ts'
import { useCommon } from '../texts/language.tsx'

/** Uploads dropped or chosen files as media of the broadcast. */
export function UploadZone({ onUploaded }: { onUploaded: (media: RecordFor<'media'>[]) => void }) {
  const common = useCommon()
  const upload = useUpload()
  const [isOver, setOver] = useState(false)
  const send = (files: File[]) => {
    if (files.length > 0) upload.mutate(files, { onSuccess: onUploaded })
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    send([...event.dataTransfer.files])
  }
  return (
    <FileButton multiple onChange={send}>
      {(props) => (
        <UnstyledButton
          {...props}
          className="drop-zone"
          data-over={isOver || undefined}
          onDragOver={(event: DragEvent) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <Stack align="center" gap="xs">
            {upload.isPending ? <Loader /> : <IconCloudUpload size={34} stroke={1.5} />}
            <Text>{common.media.drop}</Text>
            {upload.error && (
              <Text size="sm" c="var(--mantine-color-error)" role="alert">
                {common.media.uploadFailed}: {upload.error.message}
              </Text>
            )}
          </Stack>
        </UnstyledButton>
      )}
    </FileButton>
  )
}
