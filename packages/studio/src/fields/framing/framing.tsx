import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import type { Crop } from '@marquee/model'
import { useState } from 'react'
import type { RecordFor } from '../../data/api.ts'
import { useBulkChange } from '../../data/bulk-change.ts'
import { useCommon, useTexts } from '../../texts/language.tsx'
import { isWhole, largest, type Point, whole } from './frame.ts'
import { FramingStage } from './framing-stage.tsx'
import { texts } from './texts.ts'

interface Props {
  media: RecordFor<'media'>
  onClose: () => void
}

/** Crops a picture and sets its focal point. Both are stored beside the file, which stays as it is. */
export default function Framing({ media, onClose }: Props) {
  const t = useTexts(texts)
  const common = useCommon()
  const bulk = useBulkChange('media')
  const [crop, setCrop] = useState<Crop>(media.crop ?? whole)
  const [focus, setFocus] = useState<Point | null>(media.focalPoint)
  const [shape, setShape] = useState('free')
  const canCrop = isCroppable(media)
  const picture = (media.width ?? 1) / (media.height ?? 1)
  const ratio = ratios[shape] && ratios[shape] / picture
  const center = { x: crop.x + crop.width / 2, y: crop.y + crop.height / 2 }
  const choose = (next: string) => {
    setShape(next)
    const wanted = ratios[next]
    if (wanted) setCrop(largest(wanted / picture, focus ?? center))
  }
  const reset = () => {
    setShape('free')
    setCrop(whole)
    setFocus(null)
  }
  const save = async () => {
    const body = { focalPoint: focus, ...(canCrop && { crop: isWhole(crop) ? null : crop }) }
    if (await bulk.change([{ record: media, body }])) onClose()
  }
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {canCrop ? t.hint : t.focusOnly}
      </Text>
      {canCrop && (
        <SegmentedControl
          aria-label={t.ratio}
          value={shape}
          onChange={choose}
          data={[{ value: 'free', label: t.free }, ...Object.keys(ratios).map((one) => ({ value: one, label: one }))]}
        />
      )}
      <FramingStage
        src={media.mediaUrl}
        crop={canCrop ? crop : undefined}
        onCrop={setCrop}
        focus={focus ?? center}
        onFocus={setFocus}
        ratio={ratio}
      />
      <Group justify="space-between">
        <Button variant="subtle" onClick={reset}>
          {t.reset}
        </Button>
        <Group>
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button loading={bulk.isPending} onClick={() => void save()}>
            {common.save}
          </Button>
        </Group>
      </Group>
    </Stack>
  )
}

const ratios: Record<string, number> = { '16:9': 16 / 9, '4:3': 4 / 3, '1:1': 1 }

const isCroppable = ({ external, mimeType, width }: RecordFor<'media'>) =>
  !external && width !== null && /^image\/(?!svg)/.test(mimeType ?? '')
