import { Button, CloseButton, Text } from '@mantine/core'
import { useCommon, useTexts } from '../../texts/language.tsx'
import { texts } from './texts.ts'

interface Props {
  title: string
  movable: { id: string; title: string } | undefined
  onMove: (id: string) => void
  onNew: () => void
  onClose: () => void
}

/** The uses of an address that was found. */
export function FoundAddress({ title, movable, onMove, onNew, onClose }: Props) {
  const t = useTexts(texts)
  const common = useCommon()
  return (
    <div className="found-address" role="status">
      <Text size="sm" fw={600} lineClamp={2} flex={1} miw={120}>
        {title}
      </Text>
      {movable && (
        <Button size="compact-sm" onClick={() => onMove(movable.id)}>
          {t.geo.moveHere(movable.title)}
        </Button>
      )}
      <Button size="compact-sm" variant={movable ? 'default' : 'filled'} onClick={onNew}>
        {t.geo.newHere}
      </Button>
      <CloseButton size="sm" aria-label={common.close} onClick={onClose} />
    </div>
  )
}
