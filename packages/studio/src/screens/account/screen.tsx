import { Badge, Button, Group, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { marquee, Problem } from '../../data/api.ts'
import { useChangePassword, usePerson } from '../../data/session.ts'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { formatInstant } from '../../ui/zoned.ts'
import { texts } from './texts.ts'

/** The password and the sessions of the person. */
export default function Account() {
  const t = useTexts(texts)
  const person = usePerson()
  return (
    <>
      <PageHeader title={t.title} about={`${person.name}, ${person.email}`} />
      <Stack gap="lg" maw={640}>
        <Password />
        <Sessions />
      </Stack>
    </>
  )
}

function Password() {
  const t = useTexts(texts)
  const change = useChangePassword()
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNext] = useState('')
  const errors = change.error instanceof Problem ? change.error.errors : []
  const errorOf = (pointer: string) => errors.find((one) => one.pointer === pointer)?.message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(
      { currentPassword, newPassword },
      {
        onSuccess() {
          setCurrent('')
          setNext('')
          notifications.show({ color: 'green', message: t.changed })
        },
      },
    )
  }
  return (
    <section className="surface" style={{ padding: 24 }}>
      <Title order={2} fz="md">
        {t.password}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t.passwordAbout}
      </Text>
      <form onSubmit={submit} noValidate>
        <Stack>
          {change.error && errors.length === 0 && <ProblemNotice error={change.error} />}
          <PasswordInput
            label={t.current}
            autoComplete="current-password"
            value={currentPassword}
            error={errorOf('/currentPassword')}
            onChange={(event) => setCurrent(event.currentTarget.value)}
          />
          <PasswordInput
            label={t.next}
            autoComplete="new-password"
            value={newPassword}
            error={errorOf('/newPassword')}
            onChange={(event) => setNext(event.currentTarget.value)}
          />
          <Button
            type="submit"
            loading={change.isPending}
            disabled={currentPassword === '' || newPassword === ''}
            style={{ alignSelf: 'flex-start' }}
          >
            {t.change}
          </Button>
        </Stack>
      </form>
    </section>
  )
}

function Sessions() {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const client = useQueryClient()
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: async () => {
      const [all, own] = await Promise.all([marquee.account.sessions(), marquee.account.session()])
      return all.map((session) => ({
        ...session,
        since: String(session.createdAt),
        device: deviceOf(String(session.userAgent ?? '')),
        isOwn: session.id === own?.session.id,
      }))
    },
  })
  const end = useMutation({
    mutationFn: (token: string) => marquee.account.endSession(token),
    onSettled: () => client.invalidateQueries({ queryKey: ['sessions'] }),
  })
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const when = (at: string) => formatInstant(at, zone, language)
  return (
    <section className="surface" style={{ padding: 24 }}>
      <Title order={2} fz="md">
        {t.sessions}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t.sessionsAbout}
      </Text>
      {sessions.error && <ProblemNotice error={sessions.error} onRetry={() => void sessions.refetch()} />}
      <Stack gap="sm">
        {sessions.data?.map(({ id, token, since, device, isOwn }) => (
          <Group key={id} justify="space-between" wrap="nowrap">
            <div style={{ minWidth: 0 }}>
              <Text size="sm" fw={600} truncate>
                {device ?? t.unknown}
              </Text>
              <Text size="xs" c="dimmed">
                {t.since(when(since))}
              </Text>
            </div>
            {isOwn ? (
              <Badge variant="light" color="green" tt="none" radius="sm">
                {t.thisOne}
              </Badge>
            ) : (
              <Button size="compact-sm" variant="default" onClick={() => end.mutate(token)}>
                {t.end}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </section>
  )
}

/** Browser and operating system, as far as the user agent names them. */
function deviceOf(userAgent: string): string | undefined {
  if (userAgent === '') return undefined
  const browser = ['Edg', 'Firefox', 'Chrome', 'Safari'].find((name) => userAgent.includes(name))
  const system = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac OS', 'Linux'].find((name) => userAgent.includes(name))
  return [browser === 'Edg' ? 'Edge' : browser, system].filter(Boolean).join(', ') || userAgent.slice(0, 60)
}
