import { Collapse, Group, Skeleton, Stack, Title, UnstyledButton } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { kindNamed } from '@marquee/model'
import { IconChevronRight, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { type DraftEditing, useDraft } from '../../data/draft.ts'
import type { Values } from '../../data/merge.ts'
import { newDraftId } from '../../data/new-drafts.ts'
import { ContentLanguageProvider, ContentLanguageSwitch } from '../../fields/content-language.tsx'
import { EditingBar, EditingNotices } from '../../fields/editing-bar.tsx'
import { Field } from '../../fields/field.tsx'
import { defaultsOf } from '../../fields/schema.ts'
import type { ScreenKind } from '../../kinds/declaration.ts'
import { nameOf } from '../../kinds/record-names.ts'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import { Drawer } from '../../ui/dialog.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { shownOverlays } from '../../ui/shortcuts.ts'
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
  onCreated: (id: string, record: Values) => void
  /** Whether the children say that edits of an earlier visit were found. */
  hasDraftNotice?: boolean
  /** Rendered above the fields; a function gets the draft of the form. */
  children?: ReactNode | ((draft: DraftEditing) => ReactNode)
}

/** A record beside the view that shows it, so that the effect of an edit is visible; on narrow screens over it. */
export function RecordPanel(props: Props) {
  const { recordId, onClose } = props
  const isWide = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false })
  const isPhone = useMediaQuery('(max-width: 48em)')
  const closing = useEscape(onClose)
  const form = recordId !== undefined && (
    <ContentLanguageProvider>
      <Form {...props} key={recordId === 'new' ? `new ${props.newName}` : recordId} isAside={isWide} />
    </ContentLanguageProvider>
  )
  if (isWide) return form || null
  return (
    <Drawer.Root
      opened={recordId !== undefined}
      onClose={onClose}
      closeOnEscape={false}
      position="right"
      size={isPhone ? '100%' : 520}
    >
      <Drawer.Overlay />
      <Drawer.Content {...closing}>{form}</Drawer.Content>
    </Drawer.Root>
  )
}

function Form(props: Props & { isAside: boolean | undefined }) {
  const {
    declaration,
    fields,
    rareFields,
    initial,
    newName = '',
    onClose,
    onCreated,
    children,
    isAside,
    hasDraftNotice,
  } = props
  const recordId = props.recordId === 'new' ? undefined : props.recordId
  const t = useTexts(texts)
  const common = useCommon()
  const { language } = useLanguage()
  const { canWrite } = useBroadcast()
  const { kind } = declaration
  const [start] = useState(() => ({ ...defaultsOf(kindNamed(kind)), ...initial }))
  const draft = useDraft(kind, recordId, { initial: start, newName: newDraftId(newName) })
  const [isRareOpen, rare] = useDisclosure()
  const [isHistoryOpen, history] = useDisclosure()
  const name = nameOf(kind, draft.values, language) || (recordId ? common.untitled : declaration.texts[language].create)
  const show = (names: string[]) =>
    names.map((field) => (
      <Field
        key={field}
        draft={draft}
        name={field}
        isDisabled={!canWrite}
        isFocused={recordId === undefined && field === fields[0]}
      />
    ))
  const bar = (
    <EditingBar
      draft={draft}
      onSaved={(record) => {
        if (recordId === undefined) onCreated(String(record._id), record)
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
          <EditingNotices draft={hasDraftNotice ? { ...draft, isRestored: false } : draft} />
          {typeof children === 'function' ? children(draft) : children}
          {kindNamed(kind).localized.length > 0 && (
            <Group>
              <ContentLanguageSwitch
                localeDetails={draft.values.localeDetails}
                defaultLocale={draft.values.defaultLocale}
              />
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

/** It takes the focus when it opens, and returns it on close. A new record can be named at once. */
function Aside({ name, bar, body, onClose }: Frame) {
  const common = useCommon()
  const box = useRef<HTMLElement>(null)
  const closing = useEscape(onClose)
  // On the next frame: a person who has already moved the focus is not interrupted.
  useLayoutEffect(() => {
    const opener = document.activeElement
    const first = box.current?.querySelector<HTMLElement>('[data-autofocus]') ?? box.current
    first?.focus({ preventScroll: true })
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [])
  return (
    <aside className="record-panel surface arrive" aria-label={name} tabIndex={-1} ref={box} data-panel {...closing}>
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

/**
 * Escape closes the innermost thing: a dropdown or a dialog that the form has opened, else the form. React passes on events
 * of dialogs that are elsewhere in the document, and a dropdown may be gone by the time the event arrives here.
 */
function useEscape(onClose: () => void) {
  const isCovered = useRef(false)
  return {
    onKeyDownCapture({ key, currentTarget }: KeyboardEvent) {
      if (key === 'Escape') isCovered.current = shownOverlays().some((overlay) => !overlay.contains(currentTarget))
    },
    onKeyDown(event: KeyboardEvent) {
      const isInside = event.target instanceof Node && event.currentTarget.contains(event.target)
      if (event.key === 'Escape' && isInside && !isCovered.current && !event.defaultPrevented) onClose()
    },
  }
}

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
