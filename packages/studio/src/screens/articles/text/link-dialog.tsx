import { Button, Group, Stack, TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { type FormEvent, useState } from 'react'
import { useCommon, useTexts } from '../../../texts/language.tsx'
import { Modal } from '../../../ui/dialog.tsx'
import { texts } from '../texts.ts'
import { hrefOf } from './links.ts'

interface Props {
  editor: Editor
  isOpen: boolean
  onClose: () => void
}

/** Edits the link of the selection. */
export function LinkDialog({ editor, isOpen, onClose }: Props) {
  const t = useTexts(texts)
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t.link.title}
      returnFocus={false}
      onExitTransitionEnd={() => editor.commands.focus()}
    >
      {isOpen && <LinkForm editor={editor} onClose={onClose} />}
    </Modal>
  )
}

function LinkForm({ editor, onClose }: Omit<Props, 'isOpen'>) {
  const t = useTexts(texts)
  const common = useCommon()
  const known = editor.getAttributes('link').href
  const isLink = typeof known === 'string'
  const needsText = !isLink && editor.state.selection.empty
  const [href, setHref] = useState(isLink ? known : '')
  const [text, setText] = useState('')
  const [isRefused, setRefused] = useState(false)
  const apply = (event: FormEvent) => {
    event.preventDefault()
    const target = hrefOf(href)
    if (target === undefined) return setRefused(true)
    const chain = editor.chain().focus()
    if (needsText) {
      const marks = [{ type: 'link', attrs: { href: target } }]
      chain
        .insertContent({ type: 'text', text: text.trim() || href.trim(), marks })
        .unsetMark('link')
        .run()
    } else chain.extendMarkRange('link').setLink({ href: target }).run()
    onClose()
  }
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    onClose()
  }
  return (
    <form onSubmit={apply} noValidate>
      <Stack>
        <TextInput
          data-autofocus
          label={t.link.href}
          placeholder="https://"
          inputMode="url"
          value={href}
          error={isRefused ? t.link.invalid : undefined}
          onChange={(event) => {
            setHref(event.currentTarget.value)
            setRefused(false)
          }}
        />
        {needsText && (
          <TextInput label={t.link.text} value={text} onChange={(event) => setText(event.currentTarget.value)} />
        )}
        <Group justify="flex-end">
          {isLink && (
            <Button variant="subtle" color="red" mr="auto" onClick={remove}>
              {t.link.remove}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit">{t.link.apply}</Button>
        </Group>
      </Stack>
    </form>
  )
}
