import { Button, Group, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Problem } from '../../data/api.ts'
import { useCreateBroadcast } from '../../data/broadcasts.tsx'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { pathTo } from '../../ui/navigation.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { timeZones } from '../../ui/zoned.ts'
import { texts } from './texts.ts'

/** Creates a broadcast, empty or from a website. */
export function CreateBroadcast({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTexts(texts)
  const common = useCommon()
  const { language } = useLanguage()
  const navigate = useNavigate()
  const create = useCreateBroadcast()
  const [name, setName] = useState('')
  const [start, setStart] = useState<'blank' | 'website'>('blank')
  const [website, setWebsite] = useState('')
  const [timezone, setTimezone] = useState(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const errors = create.error instanceof Problem ? create.error.errors : []
  const errorOf = (pointer: string) => errors.find((one) => one.pointer === pointer)?.message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const address = /^https?:\/\//i.test(website) ? website : `https://${website}`
    create.mutate(
      {
        ...(name.trim() !== '' && { name: name.trim() }),
        timezone,
        // A website has its own language.
        ...(start === 'website' ? { website: address } : { defaultLocale: language }),
      },
      {
        onSuccess: ({ _id }) => {
          onClose()
          void navigate({ to: pathTo(_id, '') })
        },
      },
    )
  }
  return (
    <Modal opened={isOpen} onClose={onClose} title={t.create} size="md">
      <form onSubmit={submit} noValidate>
        <Stack>
          {create.error && errors.length === 0 && <ProblemNotice error={create.error} />}
          <TextInput
            data-autofocus
            label={t.name}
            description={t.nameHint}
            required={start === 'blank'}
            maxLength={30}
            value={name}
            error={errorOf('/name')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Select
            label={t.zone}
            description={t.zoneHint}
            searchable
            allowDeselect={false}
            data={timeZones()}
            value={timezone}
            error={errorOf('/timezone')}
            onChange={(zone) => zone && setTimezone(zone)}
          />
          <div>
            <Text size="sm" fw={500} mb={4}>
              {t.from}
            </Text>
            <SegmentedControl
              fullWidth
              aria-label={t.from}
              value={start}
              onChange={setStart}
              data={[
                { value: 'blank', label: t.blank },
                { value: 'website', label: t.website },
              ]}
            />
          </div>
          {start === 'website' && (
            <TextInput
              label={t.address}
              description={t.websiteHint}
              required
              type="url"
              inputMode="url"
              placeholder="https://festival.example"
              value={website}
              error={errorOf('/website')}
              onChange={(event) => setWebsite(event.currentTarget.value)}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button
              type="submit"
              loading={create.isPending}
              disabled={(start === 'website' ? website : name).trim() === ''}
            >
              {common.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
