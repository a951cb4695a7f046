import { attributeOf, childrenOf, type HtmlNode, nameOf } from './markup.ts'
import { briefText, hasClass, linesOf, textIn } from './page.ts'

/** What a piece of a page says about one session, apart from its time. */
export interface PageEntry {
  title: string | undefined
  hosts: string[]
  place: string | undefined
  description: string | undefined
  link: string | undefined
  /** Its title is marked by an element or a class, so it is surely one entry. */
  isMarked: boolean
}

/** Reads the title, people, place and text of an entry. */
export function entryOf(nodes: HtmlNode[], isLeftOut: (node: HtmlNode) => boolean): PageEntry {
  const all = nodes.flatMap((node) => [node, ...descendantsOf(node)]).filter((node) => !isInside(node, isLeftOut))
  const elements = all.filter((node) => nameOf(node) !== '')
  const speakers = outermost(elements.filter((node) => hasClass(node, speakerClass) && isShort(node)))
  const places = outermost(
    elements.filter((node) => isPlace(node) && !nodes.includes(node) && !speakers.includes(node)),
  )
  const named = new Set([...speakers, ...places])
  const isNamed = (node: HtmlNode) => isLeftOut(node) || named.has(node)
  const heading = findTitle(
    elements.filter((node) => !isInside(node, isNamed)),
    isNamed,
  )
  const lines = nodes
    .flatMap((node) => linesOf(node, isNamed))
    .map(trimmed)
    .filter((line) => line !== '')
  // Without a mark the first line is the title, with those that go on in lower case after a break.
  const next = lines.findIndex((line, at) => at > 0 && !/^\p{Ll}/u.test(line))
  const titleLines = heading ? 0 : next === -1 ? lines.length : next
  const title = heading ? trimmed(textIn(heading, isNamed)) : lines.slice(0, titleLines).join(' ')
  const rest = nodes
    .flatMap((node) => linesOf(node, (one) => isNamed(one) || one === heading))
    .map(trimmed)
    .filter((line) => line !== '')
    .slice(titleLines)
  // Below a title, a line of names is by whom it is.
  const byLine = speakers.length === 0 && rest[0] !== undefined && isNames(rest[0]) ? rest[0] : undefined
  const described = byLine === undefined ? rest : rest.slice(1)
  return {
    title: title === '' ? undefined : title,
    hosts: (byLine === undefined ? speakers.map((node) => textIn(node)) : [byLine])
      .map(withoutBy)
      .filter((name) => name !== ''),
    place: places.map((node) => textIn(node)).find((text) => text !== ''),
    description: described.length > 0 ? described.join('\n') : undefined,
    link: elements
      .filter((node) => nameOf(node) === 'a' && textIn(node) === title)
      .map((node) => attributeOf(node, 'href'))[0],
    isMarked: heading !== undefined,
  }
}

const speakerClass =
  /(?:^|[\s_-])(?:speakers?|artists?|artistes?|performers?|presenters?|authors?|hosts?|intervenants?|referent\w*|redner\w*|by-?line|lecturers?)(?:$|[\s_-])/i
const placeClass =
  /(?:^|[\s_-])(?:stage|room|track|venue|location|hall|salle|scene|b(?:ü|ue|u)hne|raum|place|lieu|sala|saal|where)(?:$|[\s_-]|-?name)/i
const titleClass =
  /(?:^|[\s_-])(?:title|titre|titel|name|summary|subject|headline|heading|topic|session-?title|talk-?title)(?:$|[\s_-])/i

function findTitle(elements: HtmlNode[], isLeftOut: (node: HtmlNode) => boolean): HtmlNode | undefined {
  const says = (node: HtmlNode) => trimmed(textIn(node, isLeftOut)) !== '' && isShort(node)
  const ranked = [
    (node: HtmlNode) => hasClass(node, titleClass) && !/^(?:img|input)$/.test(nameOf(node)),
    (node: HtmlNode) => /^h[1-6]$/.test(nameOf(node)),
    (node: HtmlNode) => /^(?:strong|b)$/.test(nameOf(node)),
    (node: HtmlNode) => nameOf(node) === 'a',
  ]
  for (const matches of ranked) {
    const found = elements.find((node) => matches(node) && says(node))
    if (found) return found
  }
  return undefined
}

export const trimmed = (line: string) =>
  line
    .replace(/^[\s,;:·•|–—-]+/, '')
    .replace(/[\s,;:·•|–—]+$|\(\s*\)/g, '')
    .trim()

/** A block with a title in it is the entry on that stage, not the name of the stage. */
const isPlace = (node: HtmlNode) =>
  hasClass(node, placeClass) &&
  briefText(node, 80) !== undefined &&
  !descendantsOf(node).some(
    (one) => /^h[1-6]$/.test(nameOf(one)) || hasClass(one, titleClass) || hasClass(one, speakerClass),
  )

const isShort = (node: HtmlNode) => briefText(node, 300) !== undefined
const withoutBy = (names: string) => names.replace(/^(?:by|von|par|con|mit|avec|with):?\s+/i, '')

/** Capitalized words, with the small ones that names have. */
const oneName =
  "\\p{Lu}[\\p{L}'’.-]*(?: (?:(?:de|del|della|da|do|dos|di|la|le|van|von|der|den|ter|ben|bin|al|el|y|zu) )*\\p{Lu}[\\p{L}'’.-]*){1,3}"
const nameLine = new RegExp(
  `^(?:(?:by|von|par|con|mit|avec|with) )?${oneName}(?:(?:, | & | and | et | und )${oneName})*$`,
  'u',
)
const isNames = (line: string) => line.length <= 120 && nameLine.test(line)

export const descendantsOf = (node: HtmlNode): HtmlNode[] =>
  childrenOf(node).flatMap((child) => [child, ...descendantsOf(child)])

function isInside(node: HtmlNode, isLeftOut: (node: HtmlNode) => boolean): boolean {
  for (let at: HtmlNode | null = node; at; at = at.parent as HtmlNode | null) if (isLeftOut(at)) return true
  return false
}

const outermost = (nodes: HtmlNode[]) => {
  const some = new Set(nodes)
  return nodes.filter((node) => {
    for (let at = node.parent as HtmlNode | null; at; at = at.parent as HtmlNode | null) if (some.has(at)) return false
    return true
  })
}
