import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSave } from '../../../data/records.ts'
import { HookAddress } from '../../../fields/hook-address.tsx'
import { useCommon, useTexts } from '../../../texts/language.tsx'
import { JsonView } from '../runs/json-view.tsx'
import { webhookTexts } from './webhook-texts.ts'

interface Props {
  workflowId: string
  hasSecret: boolean
  isDisabled: boolean
}

/** The address that starts the workflow, with an example of a call, and the secret by which calls are signed. */
export function WebhookFields(props: Props) {
  const t = useTexts(webhookTexts)
  const { workflowId, hasSecret, isDisabled } = props
  if (isDisabled) {
    return (
      <Text size="sm" c="dimmed">
        {hasSecret ? t.signed : t.unsigned}
      </Text>
    )
  }
  return (
    <Stack gap="sm">
      <HookAddress path={`/workflows/${workflowId}`} label={t.address} hint={t.addressHint}>
        {(url) => (
          <Stack gap={4} mt="sm">
            <JsonView label={t.example} text={exampleCall(url)} note={hasSecret ? t.exampleSigned : t.exampleNote} />
          </Stack>
        )}
      </HookAddress>
      <Secret {...props} />
    </Stack>
  )
}

/** Stored at once rather than with the draft, which is kept in the browser. */
function Secret({ workflowId, hasSecret }: Props) {
  const t = useTexts(webhookTexts)
  const common = useCommon()
  const save = useSave('workflow')
  const [text, setText] = useState('')
  const [stored, setStored] = useState('')
  const store = async (hookSecret: string | null) => {
    await save.mutateAsync({ recordId: workflowId, patch: { hookSecret } })
    setStored(hookSecret ?? '')
    setText(hookSecret ?? '')
  }
  const isStored = text !== '' && text === stored
  return (
    <div>
      <TextInput
        label={t.secret}
        description={hasSecret ? t.signed : t.unsigned}
        value={text}
        placeholder={hasSecret ? t.secretSet : 'whsec_…'}
        autoComplete="off"
        spellCheck={false}
        error={save.error?.message}
        onChange={(event) => setText(event.currentTarget.value.trim())}
      />
      <Group gap="xs" mt={6}>
        {text === '' ? (
          <Button size="compact-sm" variant="default" onClick={() => setText(newSecret())}>
            {t.generate}
          </Button>
        ) : (
          <Button
            size="compact-sm"
            loading={save.isPending}
            disabled={isStored}
            onClick={() => void store(text).catch(() => {})}
          >
            {isStored ? t.secretStored : t.useSecret}
          </Button>
        )}
        {hasSecret && (
          <Button size="compact-sm" variant="subtle" color="red" onClick={() => void store(null).catch(() => {})}>
            {common.remove}
          </Button>
        )}
      </Group>
      <Text size="xs" c="dimmed" mt={6}>
        {isStored ? t.copyNow : t.secretHint}
      </Text>
    </div>
  )
}

const exampleCall = (url: string) => `curl -X POST '${url}' \\
  -H 'Content-Type: application/json' \\
  -d '{"event": "order.created", "tickets": 2}'`

/** As in Standard Webhooks. */
const newSecret = () => `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24))))}`
