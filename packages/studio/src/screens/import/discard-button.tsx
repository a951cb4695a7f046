import { Button } from '@mantine/core'
import { useTexts } from '../../texts/language.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { useGo } from '../../ui/navigation.tsx'
import { type Import, useDiscardImport } from './imports.ts'
import { texts } from './texts.ts'

/** Deletes a preview. */
export function DiscardButton({ record }: { record: Import }) {
  const t = useTexts(texts)
  const confirm = useConfirm()
  const go = useGo()
  const discard = useDiscardImport()
  const ask = async () => {
    if (!(await confirm({ title: t.discardTitle, message: t.discardAbout, action: t.discard }))) return
    discard.mutate(record._id, { onSuccess: () => void go('import') })
  }
  return (
    <Button variant="default" loading={discard.isPending} onClick={() => void ask()}>
      {t.discard}
    </Button>
  )
}
