import type { CSSProperties } from 'react'
import { useChoiceLabel } from '../kinds/labels.ts'
import { useTexts } from '../texts/language.tsx'
import { formatInstant } from '../ui/zoned.ts'
import { useApp, useShownRecord, useWords } from './app-context.ts'
import { Blocks } from './blocks.tsx'
import { isColor } from './color.ts'
import type { Destination } from './destination.ts'
import { AppIcon } from './icon.tsx'
import { MapView } from './map-view.tsx'
import { Picture, useMediaUrl } from './picture.tsx'
import css from './preview.module.css'
import { RecordList } from './record-list.tsx'
import { RichText } from './rich-text.tsx'
import { texts } from './texts.ts'
import { localizedOf, numberOr, objectsIn, type Shown, textOr } from './words.ts'

/** The screen of the app for a destination. */
export function AppScreen({ place }: { place: Destination }) {
  const { edited } = useApp()
  if (place.to === 'edited' && edited) return <RecordScreen kind={edited.kind} record={edited.record} />
  if (place.to === 'record') return <StoredScreen place={place} />
  if (place.to === 'native') return <NativeScreen name={place.name} query={place.query} />
  return <HomeScreen />
}

function HomeScreen() {
  const { broadcast, locale } = useApp()
  const t = useTexts(texts)
  const home: Shown = Object(broadcast.home)
  const blocks = localizedOf(home, 'blocks', locale)
  return (
    <>
      {home.header ? <HomeHeader header={Object(home.header)} /> : null}
      <div className={css.content}>
        <Blocks blocks={blocks} />
        {objectsIn(blocks).length === 0 && <p className={css.quiet}>{t.nothingYet}</p>}
      </div>
    </>
  )
}

function HomeHeader({ header }: { header: Shown }) {
  const background = useMediaUrl(header.background)
  const overlay: Shown = Object(header.overlay)
  const align = { top: 'flex-start', bottom: 'flex-end' }[textOr(header.logoVerticalAlign)] ?? 'center'
  const style: CSSProperties = {
    height: Math.min(numberOr(header.height, 200), 420),
    alignItems: align,
    ...(isColor(header.backgroundColor) && { backgroundColor: header.backgroundColor }),
  }
  return (
    <div className={css.homeHeader} style={style}>
      {background && <Picture value={header.background} className={css.homeBackground} isDecorative />}
      {isColor(overlay.color) && (
        <span className={css.overlay} style={{ background: overlay.color, opacity: numberOr(overlay.opacity, 0.4) }} />
      )}
      <span className={css.homeLogo} style={{ padding: numberOr(header.logoPadding, 16) }}>
        <Picture value={header.logo} fit="contain" isDecorative />
      </span>
    </div>
  )
}

function StoredScreen({ place }: { place: Extract<Destination, { to: 'record' }> }) {
  const t = useTexts(texts)
  const { record, isLoading } = useShownRecord(place.kind, place.id)
  if (isLoading) return <div className={css.waiting} aria-hidden />
  if (!record) return <p className={css.quiet}>{t.missing}</p>
  return <RecordScreen kind={place.kind} record={record} />
}

/** One record as an app shows it: picture, title, details, text and blocks. */
function RecordScreen({ kind, record }: { kind: string; record: Shown }) {
  const words = useWords()
  const { locale } = useApp()
  const t = useTexts(texts)
  if (kind === 'broadcastMap') return <MapView mapId={String(record._id)} isWhole />
  const text = words(record, kind === 'broadcastArticle' ? 'content' : 'description')
  const blocks = localizedOf(record, 'blocks', locale)
  const isPage = kind === 'broadcastPage'
  const isEmpty = text === '' && objectsIn(blocks).length === 0
  const picture = record.media ?? record.coverImageUrl
  return (
    <>
      {picture ? <Picture value={picture} className={css.cover} isDecorative /> : null}
      <div className={css.content}>
        {!isPage && <h2 className={css.title}>{words(record, 'title')}</h2>}
        <Facts kind={kind} record={record} />
        {text !== '' && <RichText text={text} format={record.contentFormat} />}
        <Blocks blocks={blocks} />
        {isEmpty && isPage && <p className={css.quiet}>{t.nothingYet}</p>}
      </div>
    </>
  )
}

function Facts({ kind, record }: { kind: string; record: Shown }) {
  const { dateLocale, timezone } = useApp()
  const words = useWords()
  const when =
    kind === 'broadcastSession'
      ? Object(record.time).start
      : kind === 'broadcastArticle'
        ? record.publishedAt
        : undefined
  const subtitle = words(record, 'subtitle')
  const at =
    typeof when === 'string'
      ? formatInstant(when, timezone, dateLocale, kind === 'broadcastSession' ? moment : day)
      : ''
  if (subtitle === '' && at === '') return null
  return <p className={css.subtitle}>{[at, subtitle].filter((one) => one !== '').join(' · ')}</p>
}

const moment: Intl.DateTimeFormatOptions = {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
}
const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric' }

/** The built-in screens of an app. Screens with content show it; the others show their name only. */
function NativeScreen({ name, query }: { name: string; query: Shown | undefined }) {
  const t = useTexts(texts)
  const choiceLabel = useChoiceLabel()
  const listed = nativeLists[name]
  return (
    <div className={css.content}>
      <h2 className={css.title}>{choiceLabel('nativeContent', name)}</h2>
      {listed ? (
        <RecordList kind={listed} query={{ limit: 50, ...query }} format="list" />
      ) : (
        <p className={css.ofApp}>
          <AppIcon navigator={{ nativeContent: name }} size={34} />
          {t.ofApp}
        </p>
      )}
    </div>
  )
}

const nativeLists: Record<string, 'broadcastSession' | 'broadcastHost' | 'broadcastArticle' | 'broadcastMap'> = {
  program: 'broadcastSession',
  hosts: 'broadcastHost',
  articles: 'broadcastArticle',
  maps: 'broadcastMap',
}
