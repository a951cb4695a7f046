import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { shapes } from '@marquee/model'
import { IconArrowBackUp, IconBrush, IconMoon, IconSun } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { KindName } from '../data/api.ts'
import { useLanguage, useTexts } from '../texts/language.tsx'
import { type App, AppContext } from './app-context.ts'
import { AppFrame } from './app-frame.tsx'
import { useFontFaces } from './font-faces.ts'
import { lookOf, type Scheme } from './look.ts'
import css from './preview.module.css'
import { texts } from './texts.ts'
import { useVisit } from './visit.ts'
import type { Shown } from './words.ts'

interface Props {
  /** The broadcast with unsaved edits: its theme, bars, menu and home are shown as edited. */
  broadcast: Shown
  /** At most one of these is edited, with its unsaved values, and the app opens at it. Without any it opens at home. */
  page?: Shown | undefined
  article?: Shown | undefined
  session?: Shown | undefined
  host?: Shown | undefined
  place?: Shown | undefined
  /** The language being edited, undefined for the main texts; the preview follows it when it changes. */
  language?: string | undefined
  /** Opens the menu, for the form that edits it. */
  isMenuOpen?: boolean
}

/**
 * The broadcast as an app would show it, with unsaved edits. Taps open pages and records; lists show published records.
 * Works inside of an open broadcast (`useBroadcast`) and is independent of editing.
 */
export function PhonePreview(props: Props) {
  const edited = editedIn(props)
  // Another record starts a new visit of the app.
  return <Phone key={`${edited?.kind}:${edited?.record._id ?? ''}`} {...props} edited={edited} />
}

function editedIn({ page, article, session, host, place }: Props): App['edited'] {
  const given: [KindName, Shown | undefined][] = [
    ['broadcastPage', page],
    ['broadcastArticle', article],
    ['broadcastSession', session],
    ['broadcastHost', host],
    ['broadcastInterestPoint', place],
  ]
  for (const [kind, record] of given) if (record) return { kind, record }
  return undefined
}

function Phone({ broadcast, language, isMenuOpen = false, edited }: Props & { edited: App['edited'] }) {
  const t = useTexts(texts)
  const [shownBroadcast] = useDebouncedValue(broadcast, 120)
  const [shownEdited] = useDebouncedValue(edited, 120)
  const [locale, setLocale] = useLocale(language)
  const dateLocale = useDateLocale(locale, shownBroadcast, shownEdited?.record)
  const [scheme, setScheme] = useState<Scheme | 'own'>('own')
  const visit = useVisit(shownEdited ? { to: 'edited' } : { to: 'home' }, isMenuOpen)
  const look = useMemo(() => lookOf(shownBroadcast, scheme), [shownBroadcast, scheme])
  const fonts = useFontFaces(shownBroadcast)
  const app = useMemo<App>(
    () => ({
      broadcast: shownBroadcast,
      edited: shownEdited,
      locale,
      dateLocale,
      timezone: typeof shownBroadcast.timezone === 'string' ? shownBroadcast.timezone : 'UTC',
      look,
      open: visit.open,
    }),
    [shownBroadcast, shownEdited, locale, dateLocale, look, visit.open],
  )
  return (
    <section className={css.stand} aria-label={t.preview}>
      <div className={css.tools}>
        <SegmentedControl
          size="xs"
          aria-label={t.language}
          value={locale}
          onChange={setLocale}
          data={[
            { value: mainTexts, label: t.main },
            ...shapes.locales.map((one) => ({ value: one, label: one.toUpperCase() })),
          ]}
        />
        <SegmentedControl
          size="xs"
          aria-label={t.scheme}
          value={scheme}
          onChange={(value) => setScheme(value as Scheme | 'own')}
          data={[
            { value: 'own', label: <SchemeLabel icon={IconBrush} name={t.own} /> },
            { value: 'light', label: <SchemeLabel icon={IconSun} name={t.light} /> },
            { value: 'dark', label: <SchemeLabel icon={IconMoon} name={t.dark} /> },
          ]}
        />
        <Tooltip label={t.restart}>
          <ActionIcon
            aria-label={t.restart}
            variant="default"
            size={30}
            disabled={!visit.hasMoved}
            onClick={visit.restart}
          >
            <IconArrowBackUp size={17} />
          </ActionIcon>
        </Tooltip>
      </div>
      <div className={css.phone}>
        <AppContext value={app}>
          <AppFrame visit={visit} look={{ ...look, ...fonts }} />
        </AppContext>
      </div>
      <p className={css.note}>{t.live}</p>
    </section>
  )
}

function SchemeLabel({ icon: Icon, name }: { icon: typeof IconSun; name: string }) {
  return (
    <Tooltip label={name}>
      <span className={css.schemeLabel}>
        <Icon size={15} aria-hidden />
        <span className={css.hidden}>{name}</span>
      </span>
    </Tooltip>
  )
}

/** The main texts, as a record may also have translations into their language. */
const mainTexts = 'main'

/** The app follows the edited language; the toolbar above the phone overrides it. */
function useLocale(editing: string | undefined) {
  const locale = editing ?? mainTexts
  const [state, setState] = useState({ editing, locale })
  if (state.editing !== editing) setState({ editing, locale })
  return [state.locale, (chosen: string) => setState({ editing, locale: chosen })] as const
}

/** The locale of dates: that of the texts, and for the main texts the language of the content. */
function useDateLocale(locale: string, broadcast: Shown, record: Shown | undefined): string {
  const { language } = useLanguage()
  const known = [locale, record?.defaultLocale, Object(broadcast.home).defaultLocale]
  return shapes.locales.find((one) => one === known.find((value) => value !== mainTexts && value)) ?? language
}
