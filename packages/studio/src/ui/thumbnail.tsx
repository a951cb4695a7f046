import { Image, ThemeIcon } from '@mantine/core'
import { IconPhotoOff, type TablerIcon } from '@tabler/icons-react'
import { useState } from 'react'

interface Props {
  src: string | undefined
  width?: number
  height?: number
  /** Shown when there is no picture. */
  icon?: TablerIcon
}

/** A small picture beside a name. A picture that fails to load is replaced by an icon. */
export function Thumbnail({ src, width = 38, height = 38, icon: Icon = IconPhotoOff }: Props) {
  const [failed, setFailed] = useState<string>()
  if (src === undefined || failed === src) {
    const Sign = src === undefined ? Icon : IconPhotoOff
    return (
      <ThemeIcon w={width} h={height} radius="sm" variant="light" color="gray" style={{ flex: 'none' }}>
        <Sign size={18} stroke={1.6} />
      </ThemeIcon>
    )
  }
  return (
    <Image
      src={src}
      alt=""
      w={width}
      h={height}
      radius="sm"
      fit="cover"
      loading="lazy"
      bg="var(--studio-sunken)"
      style={{ flex: 'none' }}
      onError={() => setFailed(src)}
    />
  )
}
