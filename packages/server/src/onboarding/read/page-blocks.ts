import { attributeOf, type CheerioAPI, childrenOf, type HtmlNode, nameOf } from '@marquee/formats'
import { resolveLink, resolveUrl } from '../addresses.ts'
import { cutText, oneLine } from '../text.ts'
import type { FoundBlock } from './found.ts'
import { inlineMarkdown, isList, listMarkdown, quoted, tableMarkdown } from './markdown.ts'
import { isCountdown, isShareLink, isSkipLabel, withoutSponsors } from './page-furniture.ts'
import { pictureOf } from './pictures.ts'
import { spacedText } from './spaced-text.ts'

/** The content of a page as blocks, without the parts that every page repeats: navigation, header, footer, forms, notices. */
export function pageBlocks($: CheerioAPI, baseUrl: string): { blocks: FoundBlock[]; isCut: boolean } {
  $(around).remove()
  $(hiddenOnes).remove()
  // A single link within the page is a control of the page, not content.
  $('a[href^="#"]')
    .filter((_, link) => oneLine($(link).parent().text()) === oneLine($(link).text()))
    .remove()
  $('a[href]')
    .filter((_, link) => isShareLink($(link).attr('href') ?? '') || isSkipLabel(oneLine($(link).text())))
    .remove()
  const writer = new BlockWriter(baseUrl)
  for (const node of mainNodes($)) writer.walk(node)
  const blocks = writer.blocks()
  return { blocks: withoutSponsors(blocks), isCut: writer.isCut() }
}

const around =
  'script,style,noscript,template,object,svg,form,button,label,select,nav,[role=navigation],footer,[role=contentinfo],aside,dialog,[role=dialog],[role=banner],[role=search],[class*=cookie],[id*=cookie],[class*=consent],[class*=breadcrumb],[class*=pagination],[class*=newsletter],[class*=share-],[class*=-share],[class~=share],[class*=sharing],[class*=skip-],[class*=skiplink],[class~=skip],[class*=countdown],[id*=countdown],[role=timer],[class*=modal],.navbar,.menu,#menu,#nav,#footer,.footer,.site-header,.site-footer'
const hiddenOnes = '[hidden],[aria-hidden=true],.sr-only,.visually-hidden,.screen-reader-text'

/** The main part of the page. */
function mainNodes($: CheerioAPI): HtmlNode[] {
  for (const selector of ['main', '[role=main]', '#main-content', '#content', '#main', '.entry-content', '.content']) {
    const found = $(selector)
    if (found.length === 1 && oneLine(found.text()).length > 200) return found.toArray()
  }
  // The header of a page is left out; inside the main part a header belongs to its section.
  $('body > header,body > div > header').remove()
  const body = $('body').toArray()
  return body.length > 0 ? body : $.root().contents().toArray()
}

const maxBlocks = 120
const maxCharacters = 60_000

class BlockWriter {
  readonly #baseUrl: string
  readonly #blocks: FoundBlock[] = []
  readonly #seen = new Set<string>()
  #running: HtmlNode[] = []
  #characters = 0

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl
  }

  isCut(): boolean {
    return this.#blocks.length > maxBlocks || this.#characters >= maxCharacters
  }

  blocks(): FoundBlock[] {
    this.#flush()
    return withoutEmptyTitles(this.#blocks).slice(0, maxBlocks)
  }

  walk(node: HtmlNode): void {
    if (this.#blocks.length >= maxBlocks * 2 || this.#characters >= maxCharacters) return
    const name = nameOf(node)
    if (name === '' || inline.has(name)) {
      if (name === 'a' && this.#isButton(node)) this.#button(node)
      else if (holdsPicture(node)) for (const child of childrenOf(node)) this.walk(child)
      else this.#running.push(node)
      return
    }
    if (name !== 'br') this.#flush()
    this.#block(name, node)
  }

  #block(name: string, node: HtmlNode): void {
    if (name === 'br') this.#running.push(node)
    else if (/^h[1-6]$/.test(name)) this.#title(node, Math.max(2, Number(name.slice(1))))
    else if (isList(name) && !holdsBlocks(node)) this.#paragraph(listMarkdown(node, this.#baseUrl))
    else if (name === 'table') this.#paragraph(tableMarkdown(node, this.#baseUrl))
    else if (name === 'blockquote') this.#paragraph(quoted(inlineMarkdown(childrenOf(node), this.#baseUrl)))
    else if (name === 'img') this.#picture(node)
    else if (name === 'iframe') this.#embed(node)
    else if (name === 'hr') this.#add({ type: 'divider', style: 'line' }, `hr ${this.#blocks.length}`)
    else if (name === 'details') this.#details(node)
    else {
      for (const child of childrenOf(node)) this.walk(child)
      this.#flush()
    }
  }

  #flush(): void {
    const nodes = this.#running
    this.#running = []
    if (nodes.length > 0) this.#paragraph(inlineMarkdown(nodes, this.#baseUrl))
  }

  #paragraph(text: string): void {
    if (/[\p{L}\p{N}]/u.test(text) && !isCountdown(text))
      this.#add({ type: 'paragraph', text: cutText(text, 10_000) }, text)
  }

  #title(node: HtmlNode, level: number): void {
    const text = oneLine(spacedText(node))
    // A heading may contain an image, which is then shown instead.
    for (const picture of picturesIn(node)) this.#picture(picture)
    if (text !== '') this.#add({ type: 'title', text: cutText(text, 200), level }, `${text} ${this.#blocks.length}`)
  }

  #picture(node: HtmlNode): void {
    const picture = pictureOf(node, this.#baseUrl)
    if (!picture) return
    const value = { media: { url: picture.url, alt: picture.alt }, fit: 'cover' }
    const last = this.#blocks.at(-1)
    if (this.#seen.has(picture.url)) return
    // Consecutive images become one row.
    if (last?.type === 'media' && Array.isArray(last.values) && last.values.length < 12) {
      this.#seen.add(picture.url)
      Object.assign(last, { values: [...last.values, value], format: 'carousel' })
    } else this.#add({ type: 'media', values: [value] }, picture.url)
  }

  #embed(node: HtmlNode): void {
    const url = resolveUrl(attributeOf(node, 'src') || attributeOf(node, 'data-src'), this.#baseUrl)
    const title = cutText(oneLine(attributeOf(node, 'title')), 200)
    const isShown =
      url !== undefined && !/googletagmanager|doubleclick|facebook\.com\/(?:tr|plugins)|recaptcha|about:blank/.test(url)
    if (isShown) this.#add({ type: 'embed', url, ...(title !== '' && { title }), ratio: 1.78 }, url)
  }

  #details(node: HtmlNode): void {
    const summary = childrenOf(node).find((child) => nameOf(child) === 'summary')
    const inner = new BlockWriter(this.#baseUrl)
    for (const child of childrenOf(node)) if (child !== summary) inner.walk(child)
    const blocks = inner.blocks().filter(({ type }) => type !== 'section')
    const title = summary ? cutText(oneLine(spacedText(summary)), 200) : ''
    const isSaying = blocks.some(({ type, text }) => type !== 'paragraph' || String(text).length > 30)
    if (isSaying) this.#add({ type: 'section', title, blocks }, `details ${title}`)
  }

  #isButton(node: HtmlNode): boolean {
    return (
      /(?:^|[\s_-])(?:btn|button|cta)(?:$|[\s_-])/i.test(attributeOf(node, 'class')) ||
      attributeOf(node, 'role') === 'button'
    )
  }

  #button(node: HtmlNode): void {
    const url = resolveLink(attributeOf(node, 'href'), this.#baseUrl)
    const label = cutText(oneLine(spacedText(node)), 80)
    this.#flush()
    const isInner = url?.includes('#') && url.split('#')[0] === this.#baseUrl.split('#')[0]
    if (url && label !== '' && !isInner)
      this.#add({ type: 'button', label, style: 'filled', navigator: { url } }, `${label} ${url}`)
  }

  /** Adds a block, unless the page already has the same one. */
  #add(block: FoundBlock, sameness: string): void {
    if (this.#seen.has(sameness)) return
    this.#seen.add(sameness)
    this.#characters += typeof block.text === 'string' ? block.text.length : 0
    this.#blocks.push(block)
  }
}

const inline = new Set(
  'a abbr b bdi bdo cite code data dfn em font i kbd label mark q s samp small span strong sub sup time tt u var wbr del ins'.split(
    ' ',
  ),
)
const blockish = /^(?:div|p|h[1-6]|section|article|figure|img|table|details|iframe)$/

const picturesIn = (node: HtmlNode): HtmlNode[] =>
  nameOf(node) === 'img' ? [node] : childrenOf(node).flatMap(picturesIn)
const holdsPicture = (node: HtmlNode): boolean =>
  childrenOf(node).some(
    (child) => /^(?:img|picture|div|figure|h[1-6]|p|ul)$/.test(nameOf(child)) || holdsPicture(child),
  )

/** A list whose items are cards with headings and images, rather than lines. */
const holdsBlocks = (list: HtmlNode): boolean =>
  childrenOf(list).some(
    (item) =>
      childrenOf(item).filter((child) => blockish.test(nameOf(child))).length > 1 ||
      childrenOf(item).some(
        (child) =>
          /^(?:img|figure|h[1-6]|article|details)$/.test(nameOf(child)) ||
          (nameOf(child) === 'div' && holdsPicture(child)),
      ),
  )

/** A heading without content is left out: one directly followed by another of its level or above. */
function withoutEmptyTitles(blocks: FoundBlock[]): FoundBlock[] {
  return blocks.filter((block, at) => {
    if (block.type !== 'title') return true
    const next = blocks[at + 1]
    return next !== undefined && !(next.type === 'title' && Number(next.level) <= Number(block.level))
  })
}
