import { ActionIcon, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPhotoPlus, IconX } from '@tabler/icons-react'
import { errorWithin } from '../data/pointers.ts'
import { useRecord } from '../data/records.ts'
import { useCommon } from '../texts/language.tsx'
import { Thumbnail } from '../ui/thumbnail.tsx'
import type { EditorProps } from './editor.tsx'
import { FramingButton } from './framing/framing-button.tsx'
import { MediaPicker } from './media-picker.tsx'
import { mediaIdOf, mediaUrlOf } from './media-value.ts'

/** A picture, video or document: chosen from the library, uploaded, or given by URL. */
export function MediaEditor({ label, description, value, onChange, errors, pointer, isDisabled }: EditorProps) {
  const common = useCommon()
  const [isPicking, picking] = useDisclosure()
  const mediaId = mediaIdOf(value)
  const { data } = useRecord('media', mediaId)
  const url = mediaUrlOf(data?.record ?? value)
  const error = errorWithin(errors, pointer)
  return (
    <div>
      <span className="field-label">{label}</span>
      {description && (
        <Text size="xs" c="dimmed">
          {description}
        </Text>
      )}
      <Paper withBorder p="xs" radius="md" mt={4}>
        <Group wrap="nowrap">
          {url && <Thumbnail src={url} width={84} height={64} />}
          <Stack gap={2} flex={1} miw={0}>
            {url && (
              <Text size="sm" truncate>
                {decodeURI(url.split('?')[0]?.split('/').at(-1) ?? url)}
              </Text>
            )}
            <Group gap="xs">
              <Button
                size="compact-sm"
                variant="light"
                leftSection={<IconPhotoPlus size={16} />}
                disabled={isDisabled}
                onClick={picking.open}
              >
                {url ? common.media.change : common.media.choose}
              </Button>
              {!isDisabled && <FramingButton media={data?.record} />}
            </Group>
          </Stack>
          {value !== null && value !== undefined && (
            <ActionIcon aria-label={`${common.remove}: ${label}`} disabled={isDisabled} onClick={() => onChange(null)}>
              <IconX size={17} />
            </ActionIcon>
          )}
        </Group>
      </Paper>
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" mt={4}>
          {error}
        </Text>
      )}
      <MediaPicker
        isOpen={isPicking}
        onClose={picking.close}
        onPick={(media) => {
          onChange(media)
          picking.close()
        }}
      />
    </div>
  )
}
