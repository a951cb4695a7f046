import { Button, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconRss } from '@tabler/icons-react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useRecord } from '../../data/records.ts'
import { useTexts } from '../../texts/language.tsx'
import type { Import } from './imports.ts'
import { SourceDialog } from './source-dialog.tsx'
import { texts } from './texts.ts'

/** Offers to follow the address that a programme was imported from, unless it is followed already. */
export function FollowButton({ record }: { record: Import }) {
  const t = useTexts(texts)
  const { canWrite } = useBroadcast()
  const { data } = useRecord('importSource', record.sourceId ?? undefined)
  const [isOpen, { open, close }] = useDisclosure()
  const source = data?.record
  if (!canWrite || !source?.url || source.intervalMinutes !== null) return null
  return (
    <>
      <Tooltip label={t.followHint} multiline maw={280}>
        <Button variant="default" leftSection={<IconRss size={18} />} onClick={open}>
          {t.follow}
        </Button>
      </Tooltip>
      {isOpen && <SourceDialog source={source} onClose={close} />}
    </>
  )
}
