import { Badge, Button, Group, Text } from '@mantine/core'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { useLanguage, useTexts } from '../../../texts/language.tsx'
import { formatInstant } from '../../../ui/zoned.ts'
import { type KeyState, keyState } from './key-state.ts'
import type { ApiKey } from './keys.ts'
import { texts } from './texts.ts'

interface Props {
  apiKey: ApiKey
  onRotate: () => void
  onRevoke: () => void
}

/** A key: its name, scopes, last use and expiry. */
export function KeyRow({ apiKey, onRotate, onRevoke }: Props) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const { timezone } = useBroadcast()
  const state = keyState(apiKey, Date.now())
  const isOver = state === 'expired' || state === 'revoked'
  const when = (at: string) => formatInstant(at, timezone, language)
  const end = apiKey.revoked_at ?? apiKey.expires_at
  const facts = [
    apiKey.last_used ? t.lastUsed(when(apiKey.last_used)) : t.neverUsed,
    t.made(when(apiKey.created_at)),
    ...(end ? [isOver ? t.ended(when(end)) : t.ends(when(end))] : []),
  ]
  return (
    <li className="list-row">
      <div className="list-row-main">
        <Group gap="xs">
          <Text fw={650} td={isOver ? 'line-through' : undefined}>
            {apiKey.name}
          </Text>
          <Badge color={colors[state]} variant="light" radius="sm" tt="none">
            {t.state[state]}
          </Badge>
          {apiKey.scopes.map((scope) => (
            <Badge key={scope} color="gray" variant="outline" radius="sm" tt="none" fw={500}>
              {t.scope[scope]}
            </Badge>
          ))}
        </Group>
        <Text size="sm" c="dimmed" mt={3}>
          <span className="developer-mono">{apiKey.preview}</span> · {facts.join(' · ')}
        </Text>
      </div>
      {!isOver && (
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={onRotate} aria-label={`${t.rotate}: ${apiKey.name}`}>
            {t.rotate}
          </Button>
          <Button size="xs" variant="light" color="red" onClick={onRevoke} aria-label={`${t.revoke}: ${apiKey.name}`}>
            {t.revoke}
          </Button>
        </Group>
      )}
    </li>
  )
}

const colors: Record<KeyState, string> = { active: 'green', expiring: 'yellow', expired: 'gray', revoked: 'red' }
