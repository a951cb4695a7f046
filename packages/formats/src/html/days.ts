import { type DateHints, resolveDates } from '../dates/resolve.ts'
import { readWritten, type WrittenDate } from '../dates/written.ts'
import { attributeOf, type HtmlNode, nameOf } from './markup.ts'
import { ancestorsOf, briefText, hasClass, type Page, textIn } from './page.ts'

/** Answers the day of a node of a page, by the headings, captions and tabs around it. */
export interface Days {
  dayOf(node: HtmlNode): string | undefined
  resolve(date: WrittenDate): string | undefined
  /** The node is the name of a day, so it is no title and no stage. */
  isMark(node: HtmlNode): boolean
}

interface Mark {
  node: HtmlNode
  order: number
  date: WrittenDate
}

export function findDays(page: Page, hints: DateHints): Days {
  const marks = page.elements.flatMap((node, order) => markOf(node, order) ?? [])
  const year = hints.year ?? yearOf(page)
  const all = marks.map(({ date }) => date)
  const dates = resolveDates(all, { firstDay: hints.firstDay, year })
  const byPanel = new Map<string, WrittenDate>()
  for (const { node, date } of marks) for (const id of panelsOf(node)) byPanel.set(id, date)
  const inText = marks.filter(({ node }) => panelsOf(node).length === 0 && !isInMenu(node))
  const nodes = new Set(marks.map(({ node }) => node))
  const fallback = pageDate(page, marks)
  return {
    resolve: dates.dayOf,
    isMark: (node) => nodes.has(node),
    dayOf(node) {
      const dated = [node, ...ancestorsOf(node)]
      const own = dated
        .map((one) => attributeOf(one, 'data-date') || attributeOf(one, 'data-day'))
        .find((one) => one !== '')
      const panel = dated.map((one) => byPanel.get(attributeOf(one, 'id'))).find((one) => one !== undefined)
      const order = page.orderOf.get(node) ?? 0
      const above = inText.findLast((mark) => mark.order <= order)
      const date = (own ? readWritten(own).date : undefined) ?? panel ?? above?.date ?? fallback
      return date && dates.dayOf(date)
    },
  }
}

/** Links to other pages name the days of those. */
const isInMenu = (node: HtmlNode) =>
  [node, ...ancestorsOf(node)].some(
    (one) =>
      /^(?:nav|footer)$/.test(nameOf(one)) ||
      (nameOf(one) === 'a' && panelsOf(one).length === 0 && attributeOf(one, 'href') !== '') ||
      hasClass(one, /(?:^|\s)(?:nav|navbar|menu|breadcrumbs?)(?:\s|$)/i),
  )

const headings = new Set('h1 h2 h3 h4 h5 h6 caption th dt summary legend button strong b time'.split(' '))
const dayClass = /(?:^|[\s_-])(?:day|date|tag|jour|dia|giorno|dag|tab)(?:$|[\s_-])/i

/** A short element that says a date and little else. */
function markOf(node: HtmlNode, order: number): Mark | undefined {
  const isNamed = headings.has(nameOf(node)) || hasClass(node, dayClass) || panelsOf(node).length > 0
  if (!isNamed) return undefined
  const text = briefText(node, 80)
  if (!text) return undefined
  const { date, start, rest } = readWritten(text)
  return date && start === undefined && rest.length <= 30 ? { node, order, date } : undefined
}

/** The ids of the panels that a tab shows. */
function panelsOf(node: HtmlNode): string[] {
  const attributes = ['href', 'data-bs-target', 'data-target', 'data-tab', 'aria-controls'].map((name) =>
    attributeOf(node, name),
  )
  return attributes.flatMap((value, at) => {
    const isLink = at === 0 && !value.startsWith('#')
    const id = value.replace(/^#/, '')
    return id === '' || isLink ? [] : [id]
  })
}

/** A page about one day says so in its title, its first heading, or the chosen entry of its menu. */
function pageDate({ title, elements }: Page, marks: Mark[]): WrittenDate | undefined {
  const chosen = elements.filter(
    (node) =>
      nameOf(node) === 'li' &&
      (hasClass(node, /\b(?:active|current|selected)\b/) || attributeOf(node, 'aria-current') !== ''),
  )
  const texts = [title, ...elements.filter((node) => nameOf(node) === 'h1').map((node) => textIn(node))]
  const written = [
    ...texts.map((text) => readWritten(text).date),
    ...chosen.map((item) => marks.find(({ node }) => ancestorsOf(node).includes(item))?.date),
  ]
  return written.find((date) => date?.day !== undefined)
}

/** The one year that the title, the headings or the text names. */
export function yearOf({ title, elements }: Page): number | undefined {
  const texts = [
    () => title,
    () =>
      elements
        .filter((node) => /^h[1-6]$|^time$/.test(nameOf(node)))
        .map((node) => textIn(node))
        .join(' '),
    () =>
      elements
        .filter((node) => nameOf(node) === 'body')
        .map((node) => textIn(node))
        .join(' '),
  ]
  for (const text of texts) {
    const years = new Set([...text().matchAll(/(?<![\d/])20\d\d(?![\d/])/g)].map(([year]) => Number(year)))
    if (years.size === 1) return [...years][0]
  }
  return undefined
}
