import { Button, FileButton, Group, Loader, Text, Textarea, TextInput, Title } from '@mantine/core'
import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { type DragEvent, type FormEvent, useState } from 'react'
import { useTexts } from '../../texts/language.tsx'
import { ReadProblem } from './read-problem.tsx'
import { texts } from './texts.ts'
import { usePaste } from './use-paste.ts'
import { type Reading, useRead } from './use-read.ts'

/** The first step: a file dropped or chosen, an address, or pasted cells. */
export function Start() {
  const t = useTexts(texts)
  const reading = useRead()
  const [isOver, setOver] = useState(false)
  const [isSeveral, setSeveral] = useState(false)
  const take = (files: File[]) => {
    const [file, ...others] = files
    setSeveral(others.length > 0)
    if (file && others.length === 0) void reading.readFile(file)
  }
  usePaste(take, (text) => void reading.readText(text))
  const drag = {
    onDragOver(event: DragEvent) {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
    },
    onDrop(event: DragEvent) {
      event.preventDefault()
      setOver(false)
      if (!reading.isReading) take([...event.dataTransfer.files])
    },
  }
  return (
    <section className="surface import-start" data-over={isOver || undefined} aria-label={t.drop} {...drag}>
      {reading.isReading ? (
        <div className="import-drop" role="status">
          <Loader size={34} />
          <Title order={2} fz="lg">
            {t.reading(reading.chosen ?? '')}
          </Title>
          <Text c="dimmed">{t.readingHint}</Text>
        </div>
      ) : (
        <>
          {reading.error && <ReadProblem name={reading.chosen ?? ''} error={reading.error} onRetry={reading.retry} />}
          <div className="import-drop">
            <IconFileSpreadsheet size={44} stroke={1.3} aria-hidden />
            <Title order={2} fz="lg">
              {isOver ? t.dropNow : t.drop}
            </Title>
            <Text c="dimmed" maw={460}>
              {t.dropHint}
            </Text>
            <FileButton multiple={false} onChange={(file) => file && take([file])}>
              {(props) => (
                <Button {...props} size="md" leftSection={<IconUpload size={18} />} mt="xs">
                  {reading.error ? t.chooseOther : t.choose}
                </Button>
              )}
            </FileButton>
            {isSeveral && (
              <Text size="sm" c="var(--mantine-color-error)" role="alert">
                {t.oneFile}
              </Text>
            )}
          </div>
          <div className="import-ways">
            <AddressWay reading={reading} />
            <PasteWay reading={reading} />
          </div>
          <Text size="sm" c="dimmed" className="import-formats">
            {t.formats}
          </Text>
        </>
      )}
    </section>
  )
}

function AddressWay({ reading }: { reading: Reading }) {
  const t = useTexts(texts)
  const [address, setAddress] = useState('')
  const url = /^https?:\/\//i.test(address.trim()) ? address.trim() : `https://${address.trim()}`
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (address.trim() !== '') void reading.readAddress(url)
  }
  return (
    <form onSubmit={send}>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          flex={1}
          type="text"
          inputMode="url"
          autoComplete="url"
          label={t.address}
          placeholder="https://"
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={address.trim() === ''} aria-label={`${t.read}: ${t.address}`}>
          {t.read}
        </Button>
      </Group>
      <Text size="xs" c="dimmed" mt={6}>
        {t.addressHint}
      </Text>
    </form>
  )
}

function PasteWay({ reading }: { reading: Reading }) {
  const t = useTexts(texts)
  const [text, setText] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') void reading.readText(text)
  }
  return (
    <form onSubmit={send}>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <Textarea
          flex={1}
          label={t.paste}
          autosize
          minRows={1}
          maxRows={6}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={text.trim() === ''} aria-label={`${t.read}: ${t.paste}`}>
          {t.read}
        </Button>
      </Group>
      <Text size="xs" c="dimmed" mt={6}>
        {t.pasteHint}
      </Text>
    </form>
  )
}
