import { Collapse, Group, Skeleton, Stack, Title, UnstyledButton } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { kindNamed } from '@marquee/model'
import { IconChevronRight, IconX } from '@tabler/icons-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useDraft } from '../../data/draft.ts'
import { ContentLanguageProvider, ContentLanguageSwitch } from '../../fields/content-language.tsx'
import { EditingBar, EditingNotices } from '../../fields/editing-bar.tsx'
import { Field } from '../../fields/field.tsx'
import { defaultsOf } from '../../fields/schema.ts'
import type { ScreenKind } from '../../kinds/declaration.ts'
import { nameOf } from '../../kinds/record-names.ts'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import { Drawer } from '../../ui/dialog.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { RecordHistory } from '../kinds/record-history.tsx'
import { RecordMenu } from '../kinds/record-menu.tsx'
import { texts } from '../kinds/texts.ts'
import './panel.css'

interface Props {
  declaration: ScreenKind
  /** The fields of the form, in order; the rare ones are behind a disclosure. */
  fields: string[]
  rareFields: string[]
  /** `new` for a new record; the panel is closed without it. */
  recordId: string | undefined
  /** Initial values of a new record. */
  initial?: Record<string, unknown>
  /** Distinguishes new records that are started in different places. */
  newName?: string
  onClose: () => void
  onCreated: (id: string) => void
  /** Rendered above the fields. */
  children?: ReactNode
}

/** A record beside the view that shows it, so that the effect of an edit is visible; on narrow screens over it. */
export function RecordPanel(props: Props) {
  const { recordId, onClose } = props
  const isWide = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false })
  const isPhone = useMediaQuery('(max-width: 48em)')
  const form = recordId !== undefined && (
    <ContentLanguageProvider>
      <Form {...props} key={recordId === 'new' ? `new ${props.newName}` : recordId} isAside={isWide} />
    </ContentLanguageProvider>
  )
  if (isWide) return form || null
  return (
    <Drawer.Root opened={recordId !== undefined} onClose={onClose} position="right" size={isPhone ? '100%' : 520}>
      <Drawer.Overlay />
      <Drawer.Content>{form}</Drawer.Content>
    </Drawer.Root>
  )
}

function Form(props: Props & { isAside: boolean | undefined }) {
  const { declaration, fields, rareFields, initial, newName, onClose, onCreated, children, isAside } = props
  const recordId = props.recordId === 'new' ? undefined : props.recordId
  const t = useTexts(texts)
  const common = useCommon()
  const { language } = useLanguage()
  const { canWrite } = useBroadcast()
  const { kind } = declaration
  const [start] = useState(() => ({ ...defaultsOf(kindNamed(kind)), ...initial }))
  const draft = useDraft(kind, recordId, { initial: start, ...(newName && { newName: `new ${newName}` }) })
  const [isRareOpen, rare] = useDisclosure()
  const [isHistoryOpen, history] = useDisclosure()
  const name = nameOf(kind, draft.values, language) || (recordId ? common.untitled : declaration.texts[language].create)
  const show = (names: string[]) =>
    names.map((field) => <Field key={field} draft={draft} name={field} isDisabled={!canWrite} />)
  const bar = (
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
  )
  const body = (
    <>
      {draft.isLoading && <Waiting label={common.loading} />}
      {draft.loadError && <ProblemNotice error={draft.loadError} />}
      {!draft.isLoading && !draft.loadError && (
        <Stack>
          <EditingNotices draft={draft} />
          {children}
          {kindNamed(kind).localized.length > 0 && (
            <Group>
              <ContentLanguageSwitch localeDetails={draft.values.localeDetails} />
            </Group>
          )}
          {show(fields)}
          {rareFields.length > 0 && (
            <UnstyledButton mt="xs" fz="sm" fw={600} onClick={rare.toggle} aria-expanded={isRareOpen}>
              <Group gap={6}>
                <IconChevronRight size={16} className="record-panel-chevron" data-open={isRareOpen || undefined} />
                {t.rare}
              </Group>
            </UnstyledButton>
          )}
          <Collapse expanded={isRareOpen}>
            <Stack>{isRareOpen && show(rareFields)}</Stack>
          </Collapse>
        </Stack>
      )}
      {recordId && <RecordHistory kind={kind} recordId={recordId} isOpen={isHistoryOpen} onClose={history.close} />}
    </>
  )
  const frame = { name, bar, body, onClose }
  return isAside ? <Aside {...frame} /> : <Overlay {...frame} />
}

interface Frame {
  name: string
  bar: ReactNode
  body: ReactNode
  onClose: () => void
}

/** It takes the focus when it opens, and returns it on close. */
function Aside({ name, bar, body, onClose }: Frame) {
  const common = useCommon()
  const box = useRef<HTMLElement>(null)
  // On the next frame: a person who has already moved the focus is not interrupted.
  useLayoutEffect(() => {
    const opener = document.activeElement
    box.current?.focus({ preventScroll: true })
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [])
  return (
    <aside
      className="record-panel surface arrive"
      aria-label={name}
      tabIndex={-1}
      ref={box}
      onKeyDown={(event) => {
        // An open select or date picker inside closes first.
        if (event.key === 'Escape' && !event.defaultPrevented && isQuiet(event.target)) onClose()
      }}
    >
      <header className="record-panel-head">
        <Group gap="xs" wrap="nowrap">
          <Title order={2} fz="lg" lineClamp={2} flex={1}>
            {name}
          </Title>
          <UnstyledButton className="record-panel-close" aria-label={common.close} onClick={onClose}>
            <IconX size={19} />
          </UnstyledButton>
        </Group>
        {bar}
      </header>
      <div className="record-panel-body">{body}</div>
    </aside>
  )
}

const isQuiet = (target: EventTarget) => target instanceof Element && target.getAttribute('aria-expanded') !== 'true'

function Overlay({ name, bar, body }: Frame) {
  const common = useCommon()
  return (
    <>
      <Drawer.Header className="record-panel-head">
        <Stack gap="xs" flex={1} miw={0}>
          <Group gap="xs" wrap="nowrap">
            <Title order={2} fz="lg" lineClamp={1} flex={1}>
              <Drawer.Title component="span" fz="inherit" fw="inherit">
                {name}
              </Drawer.Title>
            </Title>
            <Drawer.CloseButton aria-label={common.close} />
          </Group>
          {bar}
        </Stack>
      </Drawer.Header>
      <Drawer.Body pt="md">{body}</Drawer.Body>
    </>
  )
}

function Waiting({ label }: { label: string }) {
  return (
    <Stack aria-label={label} role="status">
      {[60, 60, 90, 60, 120].map((height, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and stay in order
        <Skeleton key={at} h={height} radius="md" />
      ))}
    </Stack>
  )
}
