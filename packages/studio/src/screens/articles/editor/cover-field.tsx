import { ActionIcon, Button, Image, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { pointWithin } from '@marquee/model'
import { IconPhotoPlus, IconX } from '@tabler/icons-react'
import { errorAt } from '../../../data/pointers.ts'
import { useRecord } from '../../../data/records.ts'
import { FramingButton } from '../../../fields/framing/framing-button.tsx'
import { MediaPicker } from '../../../fields/media-picker.tsx'
import { mediaIdOf, mediaUrlOf } from '../../../fields/media-value.ts'
import { useTexts } from '../../../texts/language.tsx'
import { ShownField } from '../../../ui/shown-field.tsx'
import { texts } from '../texts.ts'
import { type ArticleDraft, textOf } from './article-text.ts'

/** The cover picture. One from the library is also stored as a reference, so that deleting it asks first. */
export function CoverField({ draft, isDisabled }: { draft: ArticleDraft; isDisabled: boolean }) {
  const t = useTexts(texts)
  const [isPicking, picking] = useDisclosure()
  const cover = coverOf(draft.values)
  const { data } = useRecord('media', mediaIdOf(draft.values.media))
  const media = data?.record
  const { x, y } = pointWithin(media?.focalPoint ?? middle, media?.crop)
  if (isDisabled && cover === '') return <ShownField label={t.cover.title}>{undefined}</ShownField>
  const error = errorAt(draft.errors, '/coverImageUrl') ?? errorAt(draft.errors, '/media')
  return (
    <div>
      <span className="field-label">{t.cover.title}</span>
      <div className="article-cover-field">
        {cover === '' ? (
          <UnstyledButton className="article-cover-empty" onClick={picking.open}>
            <IconPhotoPlus size={26} stroke={1.5} />
            {t.cover.choose}
          </UnstyledButton>
        ) : (
          <>
            <Image
              src={mediaUrlOf(media) ?? cover}
              alt=""
              h={180}
              fit="cover"
              style={{ objectPosition: `${x * 100}% ${y * 100}%` }}
            />
            {!isDisabled && (
              <div className="article-cover-actions">
                <Button size="compact-sm" variant="default" onClick={picking.open}>
                  {t.cover.change}
                </Button>
                <FramingButton media={media} />
                <ActionIcon
                  variant="default"
                  aria-label={t.cover.remove}
                  onClick={() => draft.setMany({ coverImageUrl: null, media: null })}
                >
                  <IconX size={16} />
                </ActionIcon>
              </div>
            )}
          </>
        )}
      </div>
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" mt={4} role="alert">
          {error}
        </Text>
      )}
      <MediaPicker
        isOpen={isPicking}
        onClose={picking.close}
        onPick={({ mediaId, mediaUrl }) => {
          draft.setMany({ coverImageUrl: mediaUrl, media: mediaId === undefined ? null : { mediaId, mediaUrl } })
          picking.close()
        }}
      />
    </div>
  )
}

const middle = { x: 0.5, y: 0.5 }

export const coverOf = (values: Record<string, unknown>): string =>
  textOf(values.coverImageUrl) || (mediaUrlOf(values.media) ?? '')
