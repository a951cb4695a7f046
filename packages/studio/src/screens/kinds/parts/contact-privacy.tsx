import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { AnyRecord } from '@marquee/model'
import { IconEraser, IconFileDownload } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { download } from '../../../data/download.ts'
import { kindKey } from '../../../data/records.ts'
import { useTexts } from '../../../texts/language.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { useGo } from '../../../ui/navigation.tsx'
import { texts } from '../texts.ts'

/** Requests of data subjects: export or erase everything stored about an address. Owners only. */
export function ContactPrivacy({ record }: { record: AnyRecord }) {
  const { privacy: t } = useTexts(texts)
  const { api, id, isOwner } = useBroadcast()
  const client = useQueryClient()
  const confirm = useConfirm()
  const go = useGo()
  const email = emailIn(record.fields)
  const work = useMutation({
    mutationFn: async (what: 'export' | 'erase') => {
      if (!email) return
      const asked = what === 'export' ? await api.sdk.exportPerson(email) : await api.sdk.erasePerson(email)
      const done = await api.sdk.jobs.wait(asked.id)
      if (done.status !== 'succeeded') throw new Error(done.reason ?? t.failed)
      if (what === 'export') {
        download(`${email}.json`, 'application/json', JSON.stringify(await api.sdk.takePersonFile(asked.id), null, 2))
      } else {
        notifications.show({ color: 'green', message: t.erased(email) })
        await go('contacts')
        await client.invalidateQueries({ queryKey: kindKey(id, 'broadcastContact') })
      }
    },
  })
  if (!isOwner || !email) return null
  const erase = async () => {
    const question = { title: t.eraseTitle(email), message: t.eraseHint(email), action: t.erase, isDangerous: true }
    if (await confirm(question)) work.mutate('erase')
  }
  return (
    <Stack className="surface" p="md" mt="lg" gap="sm">
      <Text size="sm">{t.about(email)}</Text>
      {work.error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {work.error.message}
        </Text>
      )}
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconFileDownload size={17} />}
          loading={work.isPending}
          onClick={() => work.mutate('export')}
        >
          {t.export}
        </Button>
        <Button
          variant="light"
          color="red"
          leftSection={<IconEraser size={17} />}
          loading={work.isPending}
          onClick={() => void erase()}
        >
          {t.erase}
        </Button>
      </Group>
    </Stack>
  )
}

function emailIn(fields: unknown): string | undefined {
  const values = (Array.isArray(fields) ? fields : []).map((entry) => Object(entry).value)
  return values.find((value) => typeof value === 'string' && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim()))?.trim()
}
