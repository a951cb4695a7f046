import { ActionIcon, Button, Checkbox, Group, Text, ThemeIcon, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconFile, IconTrashX } from '@tabler/icons-react'
import { useActorNames } from '../../data/actor-names.ts'
import { useBroadcast } from '../../data/broadcasts.tsx'
import type { TrashEntry } from '../../data/trash.ts'
import { screenKinds } from '../../kinds/index.ts'
import { useKindLabel } from '../../kinds/labels.ts'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import { formatInstant } from '../../ui/zoned.ts'
import { texts } from './texts.ts'
import { useTrashActions } from './use-trash-actions.tsx'

/** A deleted record: name, kind, who deleted it and when, time left, and its actions. */
export function EntryRow({
  entry,
  isSelected,
  onSelect,
}: {
  entry: TrashEntry
  isSelected: boolean
  onSelect: (() => void) | undefined
}) {
  const t = useTexts(texts)
  const common = useCommon()
  const { language } = useLanguage()
  const { timezone, canWrite, isOwner } = useBroadcast()
  const kindLabel = useKindLabel()
  const actorName = useActorNames()
  const { restore, purge, isRestoring } = useTrashActions()
  const { kind, title, actor, deletedAt, expiresAt, referrers } = entry
  const name = title ?? common.untitled
  const Icon = screenKinds.find((one) => one.kind === kind)?.icon ?? IconFile
  const daysLeft = Math.ceil((Date.parse(expiresAt) - Date.now()) / dayMs)
  const details = [
    kindLabel(kind),
    t.deletedBy(formatInstant(deletedAt, timezone, language), actorName(actor)),
    ...(referrers > 0 ? [t.usedBy(referrers)] : []),
    t.daysLeft(daysLeft),
  ]
  return (
    <li className="trash-row" data-selected={isSelected || undefined}>
      {onSelect && <Checkbox aria-label={t.select(name)} checked={isSelected} onChange={onSelect} />}
      <ThemeIcon variant="light" size="lg" radius="md" color="gray">
        <Icon size={18} />
      </ThemeIcon>
      <div className="trash-name">
        <Text fw={600} lineClamp={1}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {details.join(' · ')}
        </Text>
      </div>
      <Group gap={6} wrap="nowrap">
        {canWrite && (
          <Button
            size="xs"
            variant="light"
            leftSection={<IconArrowBackUp size={16} />}
            aria-label={t.restoreOne(name)}
            loading={isRestoring}
            onClick={() => void restore([entry])}
          >
            {t.restore}
          </Button>
        )}
        {isOwner && (
          <Tooltip label={t.purge}>
            <ActionIcon variant="subtle" color="red" aria-label={t.purgeOne(name)} onClick={() => void purge(entry)}>
              <IconTrashX size={18} />
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
    </li>
  )
}

const dayMs = 86_400_000
