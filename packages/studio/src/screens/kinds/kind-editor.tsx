import { Collapse, Group, Loader, Stack, Title, UnstyledButton } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { hasLocalizedParts, kindNamed } from '@marquee/model'
import { IconChevronRight } from '@tabler/icons-react'
import { Suspense, useMemo } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useDraft } from '../../data/draft.ts'
import { ContentLanguageProvider, ContentLanguageSwitch } from '../../fields/content-language.tsx'
import { EditingBar, EditingNotices } from '../../fields/editing-bar.tsx'
import { Field } from '../../fields/field.tsx'
import { defaultsOf } from '../../fields/schema.ts'
import type { PlainKind } from '../../kinds/declaration.ts'
import { nameOf } from '../../kinds/record-names.ts'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import { Drawer } from '../../ui/dialog.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { extras } from './parts/index.ts'
import { RecordHistory } from './record-history.tsx'
import { RecordMenu } from './record-menu.tsx'
import { texts } from './texts.ts'

interface Props {
  declaration: PlainKind
  /** `new` for a new record; the drawer is closed without it. */
  recordId: string | undefined
  onClose: () => void
  onCreated: (id: string) => void
}

/** A record of any kind in a drawer over its list; on a phone it fills the screen. */
export function KindEditor({ declaration, recordId, onClose, onCreated }: Props) {
  const isPhone = useMediaQuery('(max-width: 48em)')
  return (
    <Drawer.Root opened={recordId !== undefined} onClose={onClose} position="right" size={isPhone ? '100%' : 860}>
      <Drawer.Overlay />
      <Drawer.Content>
        {recordId !== undefined && (
          <ContentLanguageProvider>
            <Form
              key={recordId}
              declaration={declaration}
              recordId={recordId === 'new' ? undefined : recordId}
              onClose={onClose}
              onCreated={onCreated}
            />
          </ContentLanguageProvider>
        )}
      </Drawer.Content>
    </Drawer.Root>
  )
}

function Form({ declaration, recordId, onClose, onCreated }: Props) {
  const t = useTexts(texts)
  const common = useCommon()
  const { language } = useLanguage()
  const { canWrite } = useBroadcast()
  const { kind, main, side, rare = [], initial, choices, extra } = declaration
  const Extra = extra && extras[extra]
  const draft = useDraft(kind, recordId, {
    initial: useMemo(() => ({ ...defaultsOf(kindNamed(kind)), ...initial }), [kind, initial]),
  })
  const [isRareOpen, rareFields] = useDisclosure()
  const [isHistoryOpen, history] = useDisclosure()
  const name = nameOf(kind, draft.values, language) || (recordId ? common.untitled : declaration.texts[language].create)
  const isLocalized = kindNamed(kind).localized.length > 0 || hasLocalizedParts(kindNamed(kind))
  const fields = (names: string[]) =>
    names.map((field) => (
      <Field
        key={field}
        draft={draft}
        name={field}
        choices={choices?.[field]}
        isDisabled={!canWrite}
        isFocused={recordId === undefined && field === main[0]}
      />
    ))
  return (
    <>
      <Drawer.Header style={{ borderBottom: '1px solid var(--studio-line)', zIndex: 3 }}>
        <Group wrap="nowrap" flex={1} gap="sm">
          <Drawer.CloseButton aria-label={common.close} ml={0} />
          <Title order={2} fz="lg" lineClamp={1} flex={1}>
            <Drawer.Title component="span" fz="inherit" fw="inherit">
              {name}
            </Drawer.Title>
          </Title>
          <EditingBar
            draft={draft}
            onSaved={(record) => {
              if (recordId === undefined) onCreated(String(record._id))
            }}
            saveLabel={recordId === undefined ? common.create : undefined}
            menu={
              recordId &&
              draft.record && (
                <RecordMenu declaration={declaration} record={draft.record} onGone={onClose} onHistory={history.open} />
              )
            }
          />
        </Group>
      </Drawer.Header>
      <Drawer.Body pt="md">
        {draft.isLoading && <Loader type="dots" aria-label={common.loading} />}
        {draft.loadError && <ProblemNotice error={draft.loadError} />}
        {!draft.isLoading && !draft.loadError && (
          <>
            <EditingNotices draft={draft} />
            {isLocalized && (
              <Group mb="md">
                <ContentLanguageSwitch
                  localeDetails={draft.values.localeDetails}
                  defaultLocale={draft.values.defaultLocale}
                />
              </Group>
            )}
            <div className="kind-form" data-plain={side.length === 0 || undefined}>
              <Stack>{fields(main)}</Stack>
              {side.length > 0 && <Stack>{fields(side)}</Stack>}
            </div>
            {Extra && draft.record && (
              <Suspense>
                <Extra record={draft.record} values={draft.values} />
              </Suspense>
            )}
            {rare.length > 0 && (
              <>
                <UnstyledButton mt="xl" mb="sm" fz="sm" fw={600} onClick={rareFields.toggle} aria-expanded={isRareOpen}>
                  <Group gap={6}>
                    <IconChevronRight
                      size={16}
                      style={{ transform: isRareOpen ? 'rotate(90deg)' : 'none', transition: 'transform 150ms' }}
                    />
                    {t.rare}
                  </Group>
                </UnstyledButton>
                <Collapse expanded={isRareOpen}>
                  <Stack>{isRareOpen && fields(rare)}</Stack>
                </Collapse>
              </>
            )}
          </>
        )}
        {recordId && <RecordHistory kind={kind} recordId={recordId} isOpen={isHistoryOpen} onClose={history.close} />}
      </Drawer.Body>
    </>
  )
}
