import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { useTexts } from '../../../texts/language.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ProblemNotice } from '../../../ui/problem-notice.tsx'
import { Rows } from '../../../ui/rows.tsx'
import { Panel } from '../panel.tsx'
import { SecretDialog } from '../secret-dialog.tsx'
import { keySnippets } from '../snippets.ts'
import { CreateKey } from './create-key.tsx'
import { KeyRow } from './key-row.tsx'
import { inOrder, keyState } from './key-state.ts'
import { type ApiKey, useKeys } from './keys.ts'
import { RotateKey } from './rotate-key.tsx'
import { texts } from './texts.ts'

type Doing = { what: 'create' } | { what: 'rotate'; key: ApiKey } | { what: 'show'; key: ApiKey; title: string }

/** The keys of the broadcast. */
export default function KeysTab() {
  const t = useTexts(texts)
  const { api } = useBroadcast()
  const { list, revoke } = useKeys()
  const confirm = useConfirm()
  const [doing, setDoing] = useState<Doing>()
  const [showsEnded, setShowsEnded] = useState(false)
  const stop = () => setDoing(undefined)
  const keys = inOrder(list.data ?? [], Date.now())
  const isOver = (key: ApiKey) => ['expired', 'revoked'].includes(keyState(key, Date.now()))
  const ended = keys.filter(isOver)
  const shown = keys.filter((key) => showsEnded || !isOver(key))
  const askRevoke = async (key: ApiKey) => {
    const question = { title: t.revokeTitle(key.name), message: t.revokeHint, action: t.revoke, isDangerous: true }
    if (!(await confirm(question))) return
    revoke.mutate(key.id, {
      onSuccess: () => notifications.show({ color: 'green', message: t.revoked }),
      onError: ({ message }) => notifications.show({ color: 'red', message }),
    })
  }
  const create = (
    <Button leftSection={<IconPlus size={17} />} onClick={() => setDoing({ what: 'create' })}>
      {t.create}
    </Button>
  )
  const secret = doing?.what === 'show' ? doing.key.key : undefined
  const { userId, broadcastId } = api
  return (
    <Panel title={t.title} about={t.about} actions={create}>
      {list.error && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Rows />}
      {list.data?.length === 0 && <EmptyState icon={IconKey} title={t.emptyTitle} hint={t.emptyHint} />}
      {shown.length > 0 && (
        <ul className="surface list-rows">
          {shown.map((key) => (
            <KeyRow
              key={key.id}
              apiKey={key}
              onRotate={() => setDoing({ what: 'rotate', key })}
              onRevoke={() => void askRevoke(key)}
            />
          ))}
        </ul>
      )}
      {ended.length > 0 && !showsEnded && (
        <Button variant="subtle" color="gray" mt="sm" onClick={() => setShowsEnded(true)}>
          {t.showEnded(ended.length)}
        </Button>
      )}
      {doing?.what === 'create' && (
        <CreateKey onClose={stop} onCreated={(key) => setDoing({ what: 'show', key, title: t.created(key.name) })} />
      )}
      {doing?.what === 'rotate' && (
        <RotateKey
          apiKey={doing.key}
          onClose={stop}
          onRotated={(key) => setDoing({ what: 'show', key, title: t.rotated(key.name) })}
        />
      )}
      <SecretDialog
        title={doing?.what === 'show' ? doing.title : ''}
        label={t.key}
        secret={secret}
        snippets={keySnippets({ origin: location.origin, userId, broadcastId }, secret ?? '')}
        onClose={stop}
      />
    </Panel>
  )
}
