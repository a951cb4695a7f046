import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { isDark } from '@marquee/app/color'
import { IconArrowBackUp, IconExternalLink, IconMoon, IconSun, IconX } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useLocales } from '../data/locales.ts'
import type { Values } from '../data/merge.ts'
import { useSiteContent } from '../data/site-content.ts'
import { useTexts } from '../texts/language.tsx'
import { AppView } from './app-view.tsx'
import { type Edited, editedContent, routeOf } from './edited-content.ts'
import css from './preview.module.css'
import { texts } from './texts.ts'
import { useVisit } from './visit.ts'

interface Props {
  /** The broadcast with unsaved edits: its theme, bars, menu and home are shown as edited. */
  broadcast: Values
  /** At most one of these is edited, with its unsaved values, and the app opens at it. Without any it opens at home. */
  page?: Values | undefined
  article?: Values | undefined
  session?: Values | undefined
  host?: Values | undefined
  place?: Values | undefined
  /** The language being edited, undefined for the main texts; the preview follows it when it changes. */
  language?: string | undefined
  /** Opens the menu, for the form that edits it. */
  isMenuOpen?: boolean
}

/**
 * The visitors' app with unsaved edits. Taps open pages and records; lists show published records.
 * Works inside of an open broadcast (`useBroadcast`) and is independent of editing.
 */
export function PhonePreview(props: Props) {
  const edited = editedIn(props)
  // Another record starts a new visit of the app.
  return <Phone key={`${edited?.kind}:${edited?.record._id ?? ''}`} {...props} edited={edited} />
}

function editedIn({ page, article, session, host, place }: Props): Edited | undefined {
  for (const [kind, record] of Object.entries({ page, article, session, host, place }))
    if (record) return { kind: kind as Edited['kind'], record }
  return undefined
}

function Phone({ broadcast, language, isMenuOpen = false, edited }: Props & { edited: Edited | undefined }) {
  const t = useTexts(texts)
  const content = useSiteContent()
  const [shownBroadcast] = useDebouncedValue(broadcast, 120)
  const [shownEdited] = useDebouncedValue(edited, 120)
  const data = useMemo(
    () => editedContent(content, shownBroadcast, shownEdited),
    [content, shownBroadcast, shownEdited],
  )
  const [locale, setLocale] = useLocale(language)
  const [chosen, setScheme] = useState<'light' | 'dark'>()
  const own = Object(shownBroadcast.theme).backgroundColor
  const scheme = chosen ?? (typeof own === 'string' && isDark(own) ? 'dark' : 'light')
  const locales = useLocales()
  const visit = useVisit(edited ? routeOf(edited) : { screen: isMenuOpen ? 'menu' : 'home' })
  const state = {
    data,
    route: visit.route,
    scheme,
    locale: locale === mainTexts ? mainLanguage(data.broadcast, shownEdited?.record) : locale,
  }
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
            ...locales.map((one) => ({ value: one, label: one.toUpperCase() })),
          ]}
        />
        <SegmentedControl
          size="xs"
          aria-label={t.scheme}
          value={scheme}
          onChange={(value) => setScheme(value as 'light' | 'dark')}
          data={[
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
        <AppView state={state} visit={visit} />
        {visit.link !== undefined && <LinkSheet url={visit.link} onClose={() => visit.leave(undefined)} />}
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

/** A link would leave the app; the preview only shows its address. */
function LinkSheet({ url, onClose }: { url: string; onClose: () => void }) {
  const t = useTexts(texts)
  return (
    <div className={css.sheet} role="status">
      <IconExternalLink size={18} aria-hidden />
      <span>
        {t.wouldOpen} <strong>{url}</strong>
      </span>
      <ActionIcon variant="transparent" color="white" aria-label={t.close} onClick={onClose}>
        <IconX size={18} />
      </ActionIcon>
    </div>
  )
}

/** The language of the main texts, as far as it is known. */
function mainLanguage(broadcast: Values, record: Values | undefined): string {
  const known = [record?.defaultLocale, broadcast.defaultLocale, Object(broadcast.home).defaultLocale]
  return String(known.find((one) => typeof one === 'string' && one !== '') ?? 'und')
}
