import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCloudUpload } from '@tabler/icons-react'
import { UploadZone } from '../../../fields/upload-zone.tsx'
import { useCommon, useTexts } from '../../../texts/language.tsx'
import { Modal } from '../../../ui/dialog.tsx'
import { texts } from '../texts.ts'

/** Uploads files as media. */
export function MediaUpload() {
  const t = useTexts(texts)
  const common = useCommon()
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button variant="default" leftSection={<IconCloudUpload size={18} />} onClick={dialog.open}>
        {t.upload}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={common.media.upload}>
        <UploadZone onUploaded={dialog.close} />
      </Modal>
    </>
  )
}
