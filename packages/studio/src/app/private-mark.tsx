import { IconEyeOff } from '@tabler/icons-react'
import { useBroadcast } from '../data/broadcasts.tsx'
import { useTexts } from '../texts/language.tsx'
import { ScreenLink } from '../ui/navigation.tsx'
import { texts } from './texts.ts'

/** Marks a private broadcast, which visitors cannot see, and leads to the setting. */
export function PrivateMark({ onGo }: { onGo?: () => void }) {
  const t = useTexts(texts)
  const { record } = useBroadcast()
  if (!record.isPrivate) return null
  return (
    <ScreenLink
      screen="settings"
      search={{ field: 'isPrivate' }}
      className="private-mark"
      title={t.privateHint}
      onClick={onGo}
    >
      <IconEyeOff size={15} aria-hidden /> {t.private}
    </ScreenLink>
  )
}
