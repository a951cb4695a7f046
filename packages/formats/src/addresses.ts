import { isUrlFor, type LeadsTo } from '@marquee/model'
import type { Collecting } from './collect.ts'
import { maxTitle } from './texts.ts'
import { lineOf, present, textOf } from './values.ts'

export interface Addressing {
  at: string
  note: Collecting['note']
  /** Relative addresses are resolved against this one. */
  base?: string | undefined
  leadsTo?: LeadsTo | undefined
}

/** An address of a file, as it is written if it is one; with `https://` if it clearly lacks that; else left out with a note. */
export function urlOf(value: unknown, addressing: Addressing): string | undefined {
  const { at, note, base, leadsTo = 'web' } = addressing
  const text = textOf(value)
  if (text === undefined) return undefined
  const isValid = (url: string | undefined) => url !== undefined && url.length <= maxLength && isUrlFor(leadsTo, url)
  if (isValid(text)) return text
  const relative = relativeTo(text, base)
  if (isValid(relative)) return relative
  const repaired = withScheme(text)
  if (isValid(repaired)) {
    note('url_without_scheme', `“${shortened(text)}” has no scheme; it is read as ${shortened(repaired ?? '')}.`, at)
    return repaired
  }
  note('invalid_url', `“${shortened(text)}” is not a web address; it is left out.`, at)
  return undefined
}

/** Links of a session or a host. A label that only repeats the address is none. */
export function linksOf(links: RawLink[], addressing: Addressing) {
  return validLinks(links, { ...addressing, leadsTo: 'webOrContact' }).map(({ url, label, type }) =>
    present({ type: openWord(type), label, url }),
  )
}

export function attachmentsOf(files: RawLink[], addressing: Addressing) {
  return validLinks(files, addressing).map(({ url, label }) => present({ title: label, url }))
}

function validLinks(links: RawLink[], addressing: Addressing) {
  const found = links.flatMap(({ url: written, label, type }) => {
    const url = urlOf(written, addressing)
    const title = lineOf(label)?.slice(0, maxTitle)
    return url === undefined ? [] : [{ url, label: title === url ? undefined : title, type }]
  })
  if (found.length > maxLinks)
    addressing.note('list_cut', `There are ${found.length} links; the first ${maxLinks} are read.`, addressing.at)
  return found.slice(0, maxLinks)
}

const maxLinks = 100

/** A picture by its address. */
export function pictureOf(value: unknown, addressing: Addressing) {
  const url = urlOf(value, addressing)
  return url === undefined ? undefined : { url }
}

export interface RawLink {
  url: unknown
  label?: unknown
  type?: unknown
}

const openWord = (value: unknown) => lineOf(value)?.toLowerCase().replaceAll(' ', '_').slice(0, 40)

const maxLength = 2_048
const shortened = (text: string) => (text.length > 100 ? `${text.slice(0, 100)}…` : text)

/** Only paths: `example.org` may be a host that lacks its scheme. */
function relativeTo(text: string, base: string | undefined): string | undefined {
  return /^\.{0,2}\//.test(text) && !/\s/.test(text) ? URL.parse(text, base)?.href : undefined
}

/** `www.example.org` and `example.org/band` can only be hosts; a name such as `slides.pdf` may be a file. */
function withScheme(text: string): string | undefined {
  if (/^[^\s@/:]+@(?:[a-z0-9-]+\.)+[a-z]{2,}$/i.test(text)) return `mailto:${text}`
  if (text.startsWith('//')) return `https:${text}`
  const [, ending = ''] = /^(?:[a-z0-9-]+\.)+([a-z]{2,})(?::\d+)?(?:[/?#]\S*)?$/i.exec(text) ?? []
  return ending !== '' && !fileEndings.has(ending.toLowerCase()) ? `https://${text}` : undefined
}

const fileEndings = new Set(
  'asp aspx avi css csv doc docx epub gif gz htm html ics jpeg jpg js json md mov mp3 mp4 odp odt ogg pdf php png ppt pptx svg tar txt webm webp xls xlsx xml zip'.split(
    ' ',
  ),
)
