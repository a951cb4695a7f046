import { Button, CopyButton, Group, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useBroadcast } from '../data/broadcasts.tsx'
import { defineTexts } from '../texts/define.ts'
import { useCommon, useTexts } from '../texts/language.tsx'
import { useConfirm } from '../ui/confirm.tsx'

interface Props {
  /** The path of the record. */
  path: string
  label: string
  hint: string
  /** What is shown with the address. */
  children?: (url: string) => ReactNode
}

/** The address by which other systems call a record. It is secret, so it is shown only when asked for. */
export function HookAddress({ path, label, hint, children }: Props) {
  const t = useTexts(texts)
  const common = useCommon()
  const confirm = useConfirm()
  const hintId = useId()
  const { api } = useBroadcast()
  const hook = useMutation({
    mutationFn: (replace: boolean) => api.request<{ url: string }>('POST', `${path}/hook`, { body: { replace } }),
  })
  const url = hook.data?.url
  const replace = async () => {
    const question = { title: t.replaceTitle, message: t.replaceAbout, action: t.replaceAction, isDangerous: true }
    if (await confirm(question)) hook.mutate(true)
  }
  return (
    <div>
      <div className="field-label">{label}</div>
      <Text id={hintId} size="xs" c="dimmed" mb={6}>
        {hint}
      </Text>
      {url === undefined ? (
        <Button variant="default" loading={hook.isPending} aria-describedby={hintId} onClick={() => hook.mutate(false)}>
          {t.show}
        </Button>
      ) : (
        <>
          <TextInput aria-label={label} value={url} readOnly onFocus={(event) => event.currentTarget.select()} />
          <Group gap="xs" mt={6}>
            <CopyButton value={url}>
              {({ copied, copy }) => (
                <Button size="compact-sm" variant="default" onClick={copy}>
                  {copied ? common.copied : common.copy}
                </Button>
              )}
            </CopyButton>
            <Button size="compact-sm" variant="subtle" loading={hook.isPending} onClick={() => void replace()}>
              {t.replace}
            </Button>
          </Group>
          {children?.(url)}
        </>
      )}
      {hook.error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {hook.error.message}
        </Text>
      )}
    </div>
  )
}

const texts = defineTexts({
  en: {
    show: 'Show the address',
    replace: 'Replace it',
    replaceTitle: 'Replace the address?',
    replaceAbout: 'Systems that call the old address are refused from now on.',
    replaceAction: 'Replace the address',
  },
  fr: {
    show: 'Afficher l’adresse',
    replace: 'La remplacer',
    replaceTitle: 'Remplacer l’adresse ?',
    replaceAbout: 'Les systèmes qui appellent l’ancienne adresse seront refusés dès maintenant.',
    replaceAction: 'Remplacer l’adresse',
  },
  es: {
    show: 'Mostrar la dirección',
    replace: 'Sustituirla',
    replaceTitle: '¿Sustituir la dirección?',
    replaceAbout: 'Los sistemas que llaman a la dirección antigua se rechazan desde ahora.',
    replaceAction: 'Sustituir la dirección',
  },
})
