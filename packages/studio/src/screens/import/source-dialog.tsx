import { Button, Group, PasswordInput, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useId, useState } from 'react'
import { useSave } from '../../data/records.ts'
import { HookAddress } from '../../fields/hook-address.tsx'
import { useCommon, useTexts } from '../../texts/language.tsx'
import { Modal } from '../../ui/dialog.tsx'
import type { ImportSource } from './imports.ts'
import { sourceTexts } from './source-texts.ts'

/** The name of a source, and how its address is followed. */
export function SourceDialog({ source, onClose }: { source: ImportSource; onClose: () => void }) {
  const t = useTexts(sourceTexts)
  const common = useCommon()
  const modeId = useId()
  const save = useSave('importSource')
  const [title, setTitle] = useState(source.title)
  const [url, setUrl] = useState(source.url ?? '')
  const [interval, setInterval] = useState(String(source.intervalMinutes ?? ''))
  const [mode, setMode] = useState<string>(source.mode)
  const [header, setHeader] = useState('')
  const isFile = source.url === null
  const others = source.headers.filter(({ name }) => name !== authorization)
  const send = () => {
    const followed = {
      url: url.trim(),
      intervalMinutes: interval === '' ? null : Number(interval),
      mode,
      ...(header !== '' && { headers: [...others, { name: authorization, value: header }] }),
    }
    const patch = { title: title.trim(), ...(isFile ? {} : followed) }
    save.mutate(
      { recordId: source._id, patch },
      {
        onSuccess() {
          notifications.show({ color: 'green', message: t.saved(title) })
          onClose()
        },
      },
    )
  }
  return (
    <Modal opened onClose={onClose} title={t.edit}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <Stack gap="md">
          <TextInput label={t.name} value={title} onChange={(event) => setTitle(event.currentTarget.value)} required />
          {!isFile && (
            <>
              <TextInput
                label={t.address}
                value={url}
                onChange={(event) => setUrl(event.currentTarget.value)}
                required
              />
              <Select
                label={t.interval}
                data={intervalsWith(source.intervalMinutes).map((minutes) => ({
                  value: String(minutes ?? ''),
                  label: minutes === null ? t.byHand : t.every(minutes),
                }))}
                value={interval}
                allowDeselect={false}
                onChange={(next) => setInterval(next ?? '')}
              />
              <div>
                <div className="field-label" id={modeId}>
                  {t.mode}
                </div>
                <SegmentedControl
                  fullWidth
                  aria-labelledby={modeId}
                  value={mode}
                  onChange={setMode}
                  data={[
                    { value: 'approve', label: t.modeApprove },
                    { value: 'auto', label: t.modeAuto },
                  ]}
                />
                <Text size="xs" c="dimmed" mt={6}>
                  {t.modeHint}
                </Text>
              </div>
              <PasswordInput
                label={t.header}
                description={t.headerHint}
                autoComplete="off"
                placeholder={others.length < source.headers.length ? t.headerSet : undefined}
                value={header}
                onChange={(event) => setHeader(event.currentTarget.value)}
              />
              <HookAddress path={`/importSources/${source._id}`} label={t.hook} hint={t.hookHint} />
            </>
          )}
          {save.error && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {save.error.message}
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {common.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

const authorization = 'Authorization'
const usualIntervals = [null, 5, 15, 60, 360, 1_440]

/** An interval that was set by the API is offered as well. */
const intervalsWith = (current: number | null) =>
  usualIntervals.includes(current) ? usualIntervals : [...usualIntervals, current]
