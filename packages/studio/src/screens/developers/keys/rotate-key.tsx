import { useTexts } from '../../../texts/language.tsx'
import { RotateDialog } from '../rotate-dialog.tsx'
import { type ApiKey, useKeys } from './keys.ts'
import { texts } from './texts.ts'

interface Props {
  apiKey: ApiKey
  onClose: () => void
  onRotated: (key: ApiKey) => void
}

/** Replaces a key without downtime. */
export function RotateKey({ apiKey, onClose, onRotated }: Props) {
  const t = useTexts(texts)
  const { rotate } = useKeys()
  return (
    <RotateDialog
      title={t.rotateTitle(apiKey.name)}
      texts={t}
      sending={rotate}
      onRotate={(overlapSeconds) => rotate.mutate({ keyId: apiKey.id, overlapSeconds }, { onSuccess: onRotated })}
      onClose={onClose}
    />
  )
}
