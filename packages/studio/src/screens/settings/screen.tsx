import { Stack } from '@mantine/core'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useDraft } from '../../data/draft.ts'
import { EditingBar, EditingNotices } from '../../fields/editing-bar.tsx'
import { Field } from '../../fields/field.tsx'
import { useTexts } from '../../texts/language.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { DangerZone } from './danger-zone.tsx'
import { Section } from './section.tsx'
import { texts } from './texts.ts'

/** The settings of the broadcast. */
export default function Settings() {
  const t = useTexts(texts)
  const { id, canWrite, isOwner } = useBroadcast()
  const draft = useDraft('broadcast', id)
  const field = (name: string, description?: string) => (
    <Field draft={draft} name={name} description={description} isDisabled={!canWrite} />
  )
  return (
    <>
      <PageHeader title={t.title} about={t.about} />
      <div className="settings-bar">
        <EditingBar draft={draft} />
      </div>
      <EditingNotices draft={draft} />
      <Stack gap="lg" maw={880}>
        <Section title={t.identity} about={t.identityAbout}>
          {field('name')}
          {field('shortDescription', t.shortHint)}
          {field('description')}
          {field('type', t.typeHint)}
        </Section>
        <Section title={t.time} about={t.timeAbout}>
          {field('timezone')}
          {field('dayStart', t.dayStartHint)}
        </Section>
        <Section title={t.reach} about={t.reachAbout}>
          {field('isPrivate', t.privateHint)}
          {field('isWeb')}
          {field('isApp')}
        </Section>
        <Section title={t.stores} about={t.storesAbout}>
          {field('platforms')}
        </Section>
        <Section title={t.free} about={t.freeAbout}>
          {field('metadata')}
        </Section>
        {isOwner && <DangerZone />}
      </Stack>
    </>
  )
}
