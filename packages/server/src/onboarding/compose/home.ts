import type { FoundBlock } from '../read/found.ts'
import { cutText } from '../text.ts'
import { type Composing, type Composition, localeOf, lucide, present, shown } from './drafts.ts'
import { type Label, labelIn } from './labels.ts'
import { networkOf, placeReference, positionOf, timeOf } from './programme.ts'
import { plain } from './site.ts'
import { pageReference, withKeptPictures } from './writings.ts'

/** The first screen: the name, the dates, the programme, and the way there. Parts that were not found are left out. */
export function homeOf(composing: Composing, made: Composition) {
  const { site, palette, picture } = composing
  const logo = picture(site.logos[0]?.url, site.name)
  const cover = site.covers.flatMap((url) => picture(url) ?? [])[0]
  return present({
    header: present({
      height: cover ? 320 : 220,
      logo: logo && shown(logo),
      background: cover && { ...shown(cover), alt: '' },
      overlay: cover && { color: palette.bar, opacity: 0.45 },
      backgroundColor: palette.bar,
      transition: 'fade',
      logoPadding: logo ? 24 : undefined,
      logoVerticalAlign: 'center',
    }),
    blocks: homeBlocks(composing, made),
    defaultLocale: localeOf(site),
  })
}

function homeBlocks(composing: Composing, made: Composition): FoundBlock[] {
  return [
    ...greeting(composing),
    ...countdown(composing),
    ...tickets(composing),
    ...sessionsBlock(composing, made),
    ...hostsBlock(composing, made),
    ...question(composing, made),
    ...articlesBlock(composing, made),
    ...frontPage(composing, made),
    ...beforeYouCome(composing, made),
    ...placesBlock(composing, made),
    ...weather(composing),
    ...socials(composing),
  ]
}

/** The introduction: the headline of the front page, and the site's description of itself. */
function greeting(composing: Composing): FoundBlock[] {
  const { site } = composing
  const heading = site.home.heading !== '' && site.home.heading.length <= 90 ? site.home.heading : site.name
  const text = cutText(site.description, 600)
  const facts = [whenOf(composing), site.whole?.place?.name].filter((fact) => fact !== undefined)
  return [
    { type: 'title', text: heading, level: 1 },
    ...(facts.length > 0 ? [{ type: 'paragraph', text: `**${escapedOnce(facts.join(' · '))}**` }] : []),
    ...(text !== '' ? [{ type: 'paragraph', text: escapedOnce(text) }] : []),
  ]
}

/** The dates of the event, written in the language of the site. */
function whenOf({ site }: Composing): string | undefined {
  const time = site.whole && timeOf(site.whole, site)
  if (!time) return undefined
  const format = new Intl.DateTimeFormat(dateLocale(site.language), { dateStyle: 'long', timeZone: time.timezone })
  // An all-day end is the start of the next day, which is not how people write it.
  const lastMs = time.end ? Date.parse(time.end) - (time.allDay ? 1 : 0) : Date.parse(time.start)
  return format.formatRange(Date.parse(time.start), Math.max(lastMs, Date.parse(time.start)))
}

/** English alone would write dates as in the United States. */
const dateLocale = (language = 'en') => (language === 'en' ? 'en-GB' : language)

/** Descriptions are plain text, so characters with a meaning in Markdown are escaped. */
const escapedOnce = (text: string) => text.replaceAll(/(?<!\\)[*_`[\]<>]/g, '\\$&')

function countdown(composing: Composing): FoundBlock[] {
  const { site, nowMs } = composing
  const start = site.whole ? timeOf(site.whole, site)?.start : startsOf(composing)[0]
  if (!start || Date.parse(start) <= nowMs) return []
  return [{ type: 'countdown', target: start, title: say(composing, 'startsIn'), endText: say(composing, 'started') }]
}

/** The starts of all sessions, in order. */
const startsOf = ({ site }: Composing): string[] =>
  site.programme.sessions.flatMap(({ fields }) => Object(fields.time).start ?? []).sort()

function tickets(composing: Composing): FoundBlock[] {
  const { site } = composing
  return site.ticketsUrl ? [button(say(composing, 'tickets'), 'ticket', { url: site.ticketsUrl })] : []
}

function sessionsBlock(composing: Composing, { sessions }: Composition): FoundBlock[] {
  if (sessions.length === 0) return []
  const query = { sort: { 'time.start': 'asc' }, limit: 8 }
  return [
    {
      type: 'sessions',
      title: say(composing, 'notToBeMissed'),
      format: 'carousel',
      query,
      navigator: { nativeContent: 'program' },
    },
  ]
}

function hostsBlock(composing: Composing, { hosts }: Composition): FoundBlock[] {
  if (hosts.length === 0) return []
  const title = say(composing, composing.site.type === 'conference' ? 'speakers' : 'hosts')
  return [
    {
      type: 'hosts',
      title,
      format: 'grid',
      query: { sort: { title: 'asc' }, limit: 12 },
      navigator: { nativeContent: 'hosts' },
    },
  ]
}

/** Links to the parts of the programme, if it has parts. */
function question(composing: Composing, { categories, sessions }: Composition): FoundBlock[] {
  const values = categories.slice(0, 4).flatMap(({ body, reference }) => {
    const categoryId = composing.id(reference)
    const navigator = {
      nativeContent: 'program',
      query: { filters: [{ categoryIds: categoryId }], sort: { 'time.start': 'asc' } },
    }
    return categoryId ? [{ label: String(body.title), icon: body.icon, navigator }] : []
  })
  return values.length >= 2 && sessions.length >= 4
    ? [{ type: 'question', text: say(composing, 'onTheProgramme'), values }]
    : []
}

function articlesBlock(composing: Composing, { articles }: Composition): FoundBlock[] {
  if (articles.length === 0) return []
  const query = { sort: { publishedAt: 'desc' }, limit: 4 }
  return [
    {
      type: 'articles',
      title: say(composing, 'articles'),
      format: 'carousel',
      query,
      navigator: { nativeContent: 'articles' },
    },
  ]
}

/** If little else was found, the blocks of the site's front page are used. */
function frontPage(composing: Composing, { sessions, pages }: Composition): FoundBlock[] {
  const { site } = composing
  const own = withKeptPictures(site.home.blocks, composing).filter(
    ({ type, text }) =>
      (type === 'paragraph' || type === 'title' || type === 'media') && !isSaid(site.description, text),
  )
  const pictures = own.filter(({ type }) => type === 'media').slice(0, 1)
  const shownBlocks = sessions.length > 0 ? pictures : own.slice(0, 8)
  const whole = pages.find(({ page }) => page.url === site.url)
  const wholeId = whole && composing.id(pageReference(whole.page))
  const hasMore = sessions.length === 0 && own.length > shownBlocks.length && wholeId !== undefined
  return [
    ...trimmed(shownBlocks),
    ...(hasMore ? [button(say(composing, 'discover'), 'arrow-right', { broadcastPageId: wholeId }, 'outlined')] : []),
  ]
}

const isSaid = (description: string, text: unknown) =>
  typeof text === 'string' && description.includes(plain(text).slice(0, 60))

/** A heading at the end has no content and is removed. */
const trimmed = (blocks: FoundBlock[]): FoundBlock[] =>
  blocks.at(-1)?.type === 'title' ? trimmed(blocks.slice(0, -1)) : blocks

function beforeYouCome(composing: Composing, { pages }: Composition): FoundBlock[] {
  const { id, palette } = composing
  const practical = [...pages]
    .filter(({ page }) => page.topic !== undefined && page.topic.name !== 'programme')
    .sort((a, b) => (b.page.topic?.worth ?? 0) - (a.page.topic?.worth ?? 0))
    .slice(0, 4)
  const buttons = practical.flatMap(({ page }) => {
    const broadcastPageId = id(pageReference(page))
    return broadcastPageId ? [button(page.label, page.topic?.icon ?? 'info', { broadcastPageId })] : []
  })
  if (buttons.length === 0) return []
  return [
    {
      type: 'section',
      title: say(composing, 'beforeYouCome'),
      subtitle: say(composing, 'goodToKnow'),
      backgroundColor: palette.surface,
      accentColor: palette.text,
      blocks: buttons,
    },
  ]
}

function placesBlock(composing: Composing, { places }: Composition): FoundBlock[] {
  if (places.length === 0) return []
  const query = { sort: { title: 'asc' }, limit: -1 }
  return [
    {
      type: 'interestPoints',
      title: say(composing, 'places'),
      format: 'carousel',
      query,
      navigator: { nativeContent: 'maps' },
    },
  ]
}

function weather(composing: Composing): FoundBlock[] {
  const { site, nowMs, id } = composing
  const place = site.programme.places.find((one) => positionOf(one) && id(placeReference(one.key)))
  const position = place && positionOf(place)
  const lastStart = site.whole ? timeOf(site.whole, site)?.start : undefined
  const isOver = [...startsOf(composing), ...(lastStart ? [lastStart] : [])].every((start) => Date.parse(start) < nowMs)
  if (!position || isOver) return []
  return [
    {
      type: 'meteo',
      title: say(composing, 'weather'),
      place: place.fields.title,
      latitude: position.y,
      longitude: position.x,
      days: 3,
    },
  ]
}

function socials({ site }: Composing): FoundBlock[] {
  const values = site.socials.flatMap((url) => {
    const network = networkOf(url)
    const label = decodeURI(new URL(url).pathname)
      .split('/')
      .filter((part) => part !== '')
      .at(-1)
    return network ? [present({ network, url, label: label && cutText(label, 60) })] : []
  })
  return values.length > 0 ? [{ type: 'socials', values }] : []
}

const say = ({ site }: Composing, label: Label) => labelIn(site.language, label)

function button(label: string, icon: string, navigator: Record<string, unknown>, style = 'filled'): FoundBlock {
  return { type: 'button', label, style, icon: lucide(icon), navigator }
}
