import { Button, Checkbox, Group, Select, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Problem } from '../../../data/api.ts'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { useCommon, useTexts } from '../../../texts/language.tsx'
import { Modal } from '../../../ui/dialog.tsx'
import { ProblemNotice } from '../../../ui/problem-notice.tsx'
import { ZonedDateTime } from '../../../ui/zoned-date-time.tsx'
import { expiryAfter, expiryDays } from './key-state.ts'
import { type ApiKey, useKeys } from './keys.ts'
import { texts } from './texts.ts'

const scopes = ['read', 'write', 'people'] as const

/** Creates a key: its name, scopes and lifetime. */
export function CreateKey({ onClose, onCreated }: { onClose: () => void; onCreated: (key: ApiKey) => void }) {
  const t = useTexts(texts)
  const common = useCommon()
  const { timezone } = useBroadcast()
  const { create } = useKeys()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<string[]>(['read'])
  const [expiry, setExpiry] = useState('365')
  const [date, setDate] = useState<string | null>(null)
  const errors = create.error instanceof Problem ? create.error.errors : []
  const errorOf = (pointer: string) => errors.find((one) => one.pointer === pointer)?.message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const days = Number(expiry)
    const expires_at = expiry === 'never' ? null : expiry === 'date' ? date : expiryAfter(days, Date.now())
    create.mutate(
      { name: name.trim(), scopes: scopes.filter((scope) => chosen.includes(scope)), expires_at },
      { onSuccess: onCreated },
    )
  }
  const isReady = name.trim() !== '' && chosen.length > 0 && (expiry !== 'date' || date !== null)
  return (
    <Modal opened onClose={onClose} title={t.create} size="md">
      <form onSubmit={submit} noValidate>
        <Stack>
          {create.error && errors.length === 0 && <ProblemNotice error={create.error} />}
          <TextInput
            data-autofocus
            label={t.name}
            description={t.nameHint}
            placeholder={t.namePlaceholder}
            required
            maxLength={200}
            value={name}
            error={errorOf('/name')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Checkbox.Group
            label={t.scopes}
            value={chosen}
            onChange={setChosen}
            error={chosen.length === 0 ? t.noScope : errorOf('/scopes')}
          >
            <Stack gap="sm" mt={6}>
              {scopes.map((scope) => (
                <Checkbox key={scope} value={scope} label={t.scope[scope]} description={t.scopeHint[scope]} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Select
            label={t.expiry}
            allowDeselect={false}
            value={expiry}
            error={expiry === 'date' ? undefined : errorOf('/expires_at')}
            onChange={(value) => value && setExpiry(value)}
            data={[
              ...expiryDays.map((days) => ({ value: String(days), label: t.inDays(days) })),
              { value: 'date', label: t.onDate },
              { value: 'never', label: t.never },
            ]}
          />
          {expiry === 'date' && (
            <ZonedDateTime
              label={t.expiresAt}
              value={date}
              zone={timezone}
              onChange={setDate}
              error={errorOf('/expires_at')}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={create.isPending} disabled={!isReady}>
              {common.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
