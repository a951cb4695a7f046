import { isOnlyWritten, readWritten, type Written } from '../dates/written.ts'
import type { Days } from './days.ts'
import { entryOf, type PageEntry } from './entries.ts'
import { attributeOf, childrenOf, type HtmlNode, nameOf } from './markup.ts'
import { ancestorsOf, briefText, isWithin, linesOf, type Page, parentOf, textIn } from './page.ts'
import type { PageSession } from './sessions.ts'
import { stageMarks } from './stage-marks.ts'

/** An element that says when, and nothing else or a title beside it. */
interface TimeMark {
  node: HtmlNode
  written: Written
  /** The text of its own line, when the title is on it. */
  line: string | undefined
  /** A short text in front of the time, such as the stage. */
  beside?: string | undefined
  /** The element with the end, when it is another. */
  endNode?: HtmlNode | undefined
}

/** Reads lists of entries that each print a time: list items, cards, definition lists, headings such as “12:10 - 12:40”. */
export function readListing(page: Page, days: Days, isRead: (node: HtmlNode) => boolean): PageSession[] {
  const marks = joined(timeMarks(page, isRead))
  if (marks.length < (marks.every(({ written }) => written.date) ? 2 : minEntries)) return []
  const counts = new Map<HtmlNode, number>()
  for (const { node } of marks)
    for (const one of [node, ...ancestorsOf(node)]) counts.set(one, (counts.get(one) ?? 0) + 1)
  const chains = marks.map(({ node }) => [node, ...ancestorsOf(node)].filter((one) => counts.get(one) === 1))
  const votes = new Map<string, number>()
  for (const chain of chains) for (const kind of new Set(chain.map(kindOf))) votes.set(kind, (votes.get(kind) ?? 0) + 1)
  const timeNodes = new Set(marks.map(({ node }) => node))
  const placeOfStage = stageMarks(page, days, timeNodes)
  const found = marks.flatMap((mark, at) => {
    // The outermost element around this time alone whose like is around others too is the entry.
    const container = chains[at]?.findLast((one) => (votes.get(kindOf(one)) ?? 0) > 1) ?? mark.node
    return sessionsOf(page, mark, container, { days, counts, isTime: (node) => timeNodes.has(node) })
  })
  return found.map(({ node, ...session }) => ({ ...session, place: session.place ?? placeOfStage(node) }))
}

const minEntries = 3

const kindOf = (node: HtmlNode) => `${nameOf(node)}.${attributeOf(node, 'class').trim().split(/\s+/)[0] ?? ''}`

const skipped = new Set(['nav', 'footer', 'form', 'head', 'select', 'button'])
const startsWithTime = /^\W{0,2}\d{1,2}(?:\s?[:.h]\s?\d{2}|\s?(?:uhr|h|[ap]\.?m))/i
/** `Main Stage, 20:00 – 21:00`; a sentence that mentions a time has no sign before it. */
const endsWithTime = /[,|·•@(–—-] *\d{1,2}(?:[:.h]\d{2}| ?(?:uhr|h|[ap]\.?m))[^\p{L}]*(?:[ap]\.?m\.?|uhr|h)?\)?$/iu
const mayBeTime = /\d\s*(?::|\.|h|uhr|[ap]\.?m)/i

function timeMarks({ elements }: Page, isRead: (node: HtmlNode) => boolean): TimeMark[] {
  const taken = new Set<HtmlNode>()
  return elements.flatMap((node) => {
    if (ancestorsOf(node).some((one) => taken.has(one)) || isRead(node) || isWithin(node, skipped)) return []
    const own = childrenOf(node).some((child) => 'data' in child && child.type === 'text' && mayBeTime.test(child.data))
    const isTimeElement = nameOf(node) === 'time' && /T\d/.test(attributeOf(node, 'datetime'))
    if (!own && !isTimeElement && !isPureTime(node)) return []
    const written = isTimeElement ? withDate(node) : undefined
    const lines = linesOf(node)
    const [first = ''] = lines
    if (!written && (first.length > 200 || !mayBeTime.test(first))) return []
    // Several lines of one paragraph that each begin with a time are entries of their own.
    const timed = lines.filter((line) => startsWithTime.test(line) && readWritten(line).rest !== '')
    if (!written && timed.length > 1 && timed.length >= lines.length / 2) {
      taken.add(node)
      return timed.map((line) => ({ node, written: readWritten(line), line: readWritten(line).rest }))
    }
    const said = written ?? readWritten(lines.length === 1 || isPureTime(node) ? lines.join(' ') : first)
    if (said.start === undefined) return []
    const isPure = written !== undefined || isOnlyWritten(said)
    // A sentence that mentions a time is no entry; a line that begins with one is.
    if (!isPure && !startsWithTime.test(first)) {
      if (lines.length > 1 || !endsWithTime.test(first) || said.rest.length > 40) return []
      taken.add(node)
      return [{ node, written: said, line: undefined, beside: said.rest }]
    }
    taken.add(node)
    // `12:00<br>Opening`: the title is on the next line of the same element.
    const isAll = written !== undefined || lines.length === 1 || isPureTime(node)
    return [{ node, written: said, line: isPure ? (isAll ? undefined : lines[1]) : said.rest }]
  })
}

/** `<time>12:10</time> – <time>12:40</time>` is one span. */
function joined(marks: TimeMark[]): TimeMark[] {
  const spans: TimeMark[] = []
  for (const mark of marks) {
    const before = spans.at(-1)
    if (!before || !isSpan(before, mark)) spans.push(mark)
    else spans.splice(-1, 1, { ...before, written: { ...before.written, end: mark.written.start }, endNode: mark.node })
  }
  return spans
}

function isSpan(one: TimeMark, other: TimeMark): boolean {
  const parent = parentOf(one.node)
  if ((one.line ?? other.line ?? one.endNode) !== undefined || !parent || parentOf(other.node) !== parent) return false
  if ((one.written.end ?? other.written.end) !== undefined) return false
  const children = childrenOf(parent)
  const between = children.slice(children.indexOf(one.node) + 1, children.indexOf(other.node))
  const text = between.map((node) => ('data' in node ? node.data : textIn(node))).join('')
  return /^\s*(?:-|–|—|to|bis|à|until)\s*$/.test(text)
}

const isPureTime = (node: HtmlNode) => {
  const text = briefText(node, 40)
  if (text === undefined || !mayBeTime.test(text)) return false
  const written = readWritten(text)
  return isOnlyWritten(written) && written.start !== undefined
}

function withDate(node: HtmlNode): Written | undefined {
  const machine = readWritten(attributeOf(node, 'datetime'))
  const shown = readWritten(textIn(node))
  // Articles show the day of their publication; a session shows when it begins.
  const isDayOnly = shown.date !== undefined && shown.start === undefined
  return machine.start === undefined || isDayOnly ? undefined : { ...machine, end: shown.end }
}

interface ListingContext {
  days: Days
  counts: Map<HtmlNode, number>
  isTime: (node: HtmlNode) => boolean
}

type Found = PageSession & { node: HtmlNode }

function sessionsOf(
  page: Page,
  { node, written, line, beside, endNode }: TimeMark,
  container: HtmlNode,
  context: ListingContext,
): Found[] {
  const { days } = context
  const day = (written.date && days.resolve(written.date)) ?? days.dayOf(node)
  const { start, end, offset } = written
  const slot = { day, start, end, offset, at: page.placeOf(node), node: container }
  const isLeftOut = (one: HtmlNode) => (one === node && line === undefined) || one === endNode || days.isMark(one)
  const inside = entryOf([container], isLeftOut)
  if (line !== undefined) {
    const { place, link } = inside
    const hosts = inside.hosts.filter((name) => name !== line)
    return [{ hosts, place, link, ...slot, title: line, description: undefined }]
  }
  const entries =
    inside.title === undefined
      ? parallelEntries(following(container, context), isLeftOut)
      : parallelEntries([container], isLeftOut)
  const titled = entries.filter(({ title }) => title !== undefined)
  if (beside === undefined) return titled.map((entry) => ({ ...entry, ...slot }))
  // Beside a title it says where; alone it is the title.
  if (inside.title === undefined) return [{ ...inside, ...slot, title: beside }]
  return titled.map((entry) => ({ ...entry, ...slot, place: entry.place ?? beside }))
}

/** The siblings up to the next that has a time or names a day: below a heading or a `<dt>`. */
function following(node: HtmlNode, { counts, days }: ListingContext): HtmlNode[] {
  const siblings = parentOf(node) ? childrenOf(parentOf(node) as HtmlNode) : []
  const after = siblings.slice(siblings.indexOf(node) + 1)
  const next = after.findIndex((one) => counts.has(one) || days.isMark(one))
  return (next === -1 ? after : after.slice(0, next)).filter((one) => nameOf(one) !== '')
}

/** Two blocks of the same kind, each with a title of its own, are two entries at the same time, side by side. */
function parallelEntries(nodes: HtmlNode[], isLeftOut: (node: HtmlNode) => boolean): PageEntry[] {
  let blocks = nodes
  while (blocks.length === 1 && blocks[0]) {
    const inner = childrenOf(blocks[0]).filter(
      (one) => nameOf(one) !== '' && !isLeftOut(one) && textIn(one, isLeftOut) !== '',
    )
    if (inner.length === 0) break
    blocks = inner
  }
  const groups = Map.groupBy(blocks, kindOf)
  for (const group of groups.values()) {
    if (group.length < 2 || !group.every((one) => sideBySide.has(nameOf(one)))) continue
    const entries = group.map((one) => entryOf([one], isLeftOut))
    if (entries.every(({ isMarked, title }) => isMarked && title !== undefined)) return entries
  }
  return [entryOf(nodes, isLeftOut)]
}

const sideBySide = new Set(['div', 'article', 'section', 'li', 'td', 'dd'])
