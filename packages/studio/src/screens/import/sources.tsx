import { ActionIcon, Button, FileButton, Group, Switch, Text, Title, Tooltip } from '@mantine/core'
import { IconFile, IconPencil, IconRefresh, IconTrash, IconUpload, IconWorld } from '@tabler/icons-react'
import { useState } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useDelete } from '../../data/delete.tsx'
import { useAllRecords, useQuickSave } from '../../data/records.ts'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import { formatInstant } from '../../ui/zoned.ts'
import type { ImportSource } from './imports.ts'
import { ReadProblem } from './read-problem.tsx'
import { SourceDialog } from './source-dialog.tsx'
import { sourceTexts } from './source-texts.ts'
import { sourcesQuery, useRead } from './use-read.ts'

/** Where programmes come from: files that come in versions, and addresses that can be followed. */
export function Sources() {
  const t = useTexts(sourceTexts)
  const { records } = useAllRecords('importSource', sourcesQuery)
  const [edited, setEdited] = useState<ImportSource>()
  // A source of a preview that was never applied is not one yet.
  const used = records.filter(({ lastImportId, intervalMinutes }) => lastImportId !== null || intervalMinutes !== null)
  if (used.length === 0) return null
  return (
    <section className="import-section">
      <Title order={2} fz="lg" mb="sm">
        {t.title}
      </Title>
      <ul className="surface import-rows">
        {used.map((source) => (
          <SourceRow key={source._id} source={source} onEdit={() => setEdited(source)} />
        ))}
      </ul>
      {edited && <SourceDialog source={edited} onClose={() => setEdited(undefined)} />}
    </section>
  )
}

function SourceRow({ source, onEdit }: { source: ImportSource; onEdit: () => void }) {
  const t = useTexts(sourceTexts)
  const { canWrite } = useBroadcast()
  const reading = useRead()
  const { title, url, enabled, lastError } = source
  const details = useDetails(source)
  const save = useQuickSave('importSource')
  const Icon = url === null ? IconFile : IconWorld
  return (
    <li className="import-row import-source">
      <div className="import-row-head" data-plain>
        <Icon size={20} stroke={1.6} aria-hidden />
        <span className="import-row-name">
          <Text span fw={600} className="import-row-title">
            {title}
          </Text>
          <Text span size="sm" c="dimmed">
            {details.join(' · ')}
          </Text>
        </span>
        {canWrite && (
          <Group gap={6} wrap="nowrap" className="import-source-actions">
            {url !== null && (
              <Switch
                aria-label={t.enabled(title)}
                checked={enabled}
                onChange={(event) =>
                  save.mutate({ recordId: source._id, patch: { enabled: event.currentTarget.checked } })
                }
              />
            )}
            <CheckButton source={source} reading={reading} />
            <RowTools source={source} onEdit={onEdit} />
          </Group>
        )}
      </div>
      {lastError && (
        <Text size="sm" c="var(--mantine-color-error)" className="import-source-error">
          {t.lastError} {lastError}
        </Text>
      )}
      {reading.error && <ReadProblem name={title} error={reading.error} />}
    </li>
  )
}

function CheckButton({ source, reading }: { source: ImportSource; reading: ReturnType<typeof useRead> }) {
  const t = useTexts(sourceTexts)
  const { _id, title, url } = source
  if (url !== null)
    return (
      <Button
        size="xs"
        variant="light"
        leftSection={<IconRefresh size={16} />}
        aria-label={t.checkOne(title)}
        loading={reading.isReading}
        onClick={() => void reading.readAddress(url, _id)}
      >
        {t.checkNow}
      </Button>
    )
  return (
    <FileButton onChange={(file) => file && void reading.readFile(file, source)}>
      {(props) => (
        <Button
          {...props}
          size="xs"
          variant="light"
          leftSection={<IconUpload size={16} />}
          aria-label={t.newVersionOne(title)}
          loading={reading.isReading}
        >
          {t.newVersion}
        </Button>
      )}
    </FileButton>
  )
}

function RowTools({ source, onEdit }: { source: ImportSource; onEdit: () => void }) {
  const t = useTexts(sourceTexts)
  const common = useCommon()
  const remove = useDelete('importSource')
  const { _id, title } = source
  return (
    <>
      <Tooltip label={common.edit}>
        <ActionIcon variant="subtle" color="gray" aria-label={t.editOne(title)} onClick={onEdit}>
          <IconPencil size={18} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={common.delete}>
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={t.deleteOne(title)}
          onClick={() => void remove([_id], title)}
        >
          <IconTrash size={18} />
        </ActionIcon>
      </Tooltip>
    </>
  )
}

function useDetails({ title, url, intervalMinutes, mode, lastCheckedAt }: ImportSource): string[] {
  const t = useTexts(sourceTexts)
  const { language } = useLanguage()
  const { timezone } = useBroadcast()
  if (url === null) return [t.file]
  return [
    ...(title === url ? [] : [url]),
    intervalMinutes === null ? t.byHand : t.every(intervalMinutes),
    ...(intervalMinutes === null ? [] : [t[mode]]),
    ...(lastCheckedAt === null ? [] : [t.lastChecked(formatInstant(lastCheckedAt, timezone, language))]),
  ]
}
