import { Group, Stack } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useDraft } from '../../data/draft.ts'
import { ContentLanguageProvider, ContentLanguageSwitch } from '../../fields/content-language.tsx'
import { EditingBar, EditingNotices } from '../../fields/editing-bar.tsx'
import { Field } from '../../fields/field.tsx'
import { useTexts } from '../../texts/language.tsx'
import { useSearchValues } from '../../ui/navigation.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Address } from './address.tsx'
import { DangerZone } from './danger-zone.tsx'
import { Languages } from './languages.tsx'
import { Logo } from './logo.tsx'
import { NextEdition } from './next-edition.tsx'
import { Section } from './section.tsx'
import { texts } from './texts.ts'

/** The settings of the broadcast. */
export default function Settings() {
  return (
    <ContentLanguageProvider>
      <Sections />
    </ContentLanguageProvider>
  )
}

function Sections() {
  const t = useTexts(texts)
  const { id, canWrite, isOwner } = useBroadcast()
  const draft = useDraft('broadcast', id)
  const fields = useFieldInUrl(draft.isLoading)
  const field = (name: string, description?: string) => (
    <div data-field={name}>
      <Field draft={draft} name={name} description={description} isDisabled={!canWrite} />
    </div>
  )
  return (
    <>
      <PageHeader title={t.title} about={t.about} />
      <div className="settings-bar">
        <EditingBar draft={draft} />
      </div>
      <EditingNotices draft={draft} />
      <Stack gap="lg" maw={880} ref={fields}>
        <Section title={t.identity} about={t.identityAbout}>
          <Group className="settings-languages">
            <ContentLanguageSwitch localeDetails={draft.values.localeDetails} />
          </Group>
          {field('name')}
          {field('shortDescription', t.shortHint)}
          {field('description')}
          {field('type', t.typeHint)}
          <div data-field="theme">
            <Logo draft={draft} isDisabled={!canWrite} />
          </div>
        </Section>
        <Address />
        <Languages draft={draft} isDisabled={!canWrite} />
        <Section title={t.time} about={t.timeAbout}>
          {field('dates', t.datesHint)}
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
        {isOwner && <NextEdition />}
        {isOwner && <DangerZone />}
      </Stack>
    </>
  )
}

/** Scrolls to the field that a link asks for, `?field=isPrivate`, and focuses it. */
function useFieldInUrl(isLoading: boolean) {
  const [{ field }] = useSearchValues()
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isLoading || typeof field !== 'string') return
    const part = form.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`)
    part?.scrollIntoView({ block: 'center' })
    part?.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true })
  }, [field, isLoading])
  return form
}
