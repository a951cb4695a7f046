import { Paper, Stack } from '@mantine/core'
import { type AnyRecord, croppedUrl } from '@marquee/model'
import type { RecordFor } from '../../../data/api.ts'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { FramingButton } from '../../../fields/framing/framing-button.tsx'

/** The picture as it is shown, and the button that crops it. */
export function MediaFraming({ record }: { record: AnyRecord }) {
  const { canWrite } = useBroadcast()
  const media = record as unknown as RecordFor<'media'>
  if (!/^image\//.test(media.mimeType ?? 'image/')) return null
  return (
    <Paper withBorder radius="md" p="md" mt="md">
      <Stack align="flex-start">
        <img className="media-framed" src={croppedUrl(media.mediaUrl, media.crop)} alt={media.alt ?? ''} />
        {canWrite && <FramingButton media={media} />}
      </Stack>
    </Paper>
  )
}
