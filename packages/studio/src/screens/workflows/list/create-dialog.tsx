import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { useSave } from '../../../data/records.ts'
import { useCommon, useLanguage, useTexts } from '../../../texts/language.tsx'
import { Modal } from '../../../ui/dialog.tsx'
import { useGo } from '../../../ui/navigation.tsx'
import { type TemplateName, templateNames, templateOf } from './templates.ts'
import { texts } from './texts.ts'

/** Creates a workflow, empty or from a template. */
export function CreateDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTexts(texts)
  return (
    <Modal opened={isOpen} onClose={onClose} title={t.create} size="lg">
      {isOpen && <Form onClose={onClose} />}
    </Modal>
  )
}

function Form({ onClose }: { onClose: () => void }) {
  const t = useTexts(texts)
  const common = useCommon()
  const { language } = useLanguage()
  const { timezone } = useBroadcast()
  const go = useGo()
  const save = useSave('workflow')
  const [name, setName] = useState('')
  const [template, setTemplate] = useState<TemplateName>('empty')
  const names: Record<TemplateName, [string, string]> = {
    empty: [t.empty, t.emptyAbout],
    cancelled: [t.cancelled, t.cancelledAbout],
    incoming: [t.incoming, t.incomingAbout],
    hourly: [t.hourly, t.hourlyAbout],
    summary: [t.summary, t.summaryAbout],
    onDemand: [t.onDemand, t.onDemandAbout],
  }
  const submit = async () => {
    const wanted = name.trim() || (template === 'empty' ? '' : names[template][0])
    if (wanted === '') return
    const patch = { name: wanted, ...templateOf(template, language, timezone) }
    const { record } = await save.mutateAsync({ patch })
    await go('workflows', record._id, { replace: true })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit().catch(() => {})
      }}
    >
      <Stack>
        <TextInput
          label={t.name}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={save.error?.message}
          placeholder={template === 'empty' ? '' : names[template][0]}
          required={template === 'empty'}
          data-autofocus
        />
        <Radio.Group label={t.from} value={template} onChange={(value) => setTemplate(value as TemplateName)}>
          <div className="template-cards">
            {templateNames.map((one) => (
              <Radio.Card key={one} value={one} className="template-card">
                <Group wrap="nowrap" align="flex-start" gap="sm">
                  <Radio.Indicator />
                  <div>
                    <Text fw={600}>{names[one][0]}</Text>
                    <Text size="sm" c="dimmed">
                      {names[one][1]}
                    </Text>
                  </div>
                </Group>
              </Radio.Card>
            ))}
          </div>
        </Radio.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {common.create}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
