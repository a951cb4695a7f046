import { resolveUrl } from '../addresses.ts'
import { hexOf, parseColour } from '../theme/colours.ts'

export interface FontFound {
  family: string
  weights: { weight: number; url: string; style: string }[]
}

/** The colors and fonts in the style sheets of a site. */
export interface StylesFound {
  variables: { name: string; colour: string }[]
  frequent: { colour: string; count: number }[]
  background?: string
  text?: string
  fonts: FontFound[]
  /** The font family of its body text. */
  bodyFont?: string
  /** Imported style sheets. */
  imports: string[]
}

/** Reads CSS in one pass. Only declarations are parsed, so errors around them do not matter. */
export function readStyles(css: string, baseUrl: string): StylesFound {
  const sheet = new Sheet(baseUrl)
  const text = withoutComments(css.slice(0, maxLength))
  for (const found of text.matchAll(/@import\s+(?:url\()?\s*["']?([^"')\s;]{1,2000})/g)) sheet.addImport(found[1] ?? '')
  let selector = ''
  for (const piece of text.split(/[{}]/)) {
    const isBody = piece.includes(':') && (piece.includes(';') || selector !== '')
    if (isBody) sheet.addRule(selector, piece)
    // The text after the last declaration of a block is the next selector.
    selector = (piece.split(';').at(-1) ?? '').trim().slice(-500)
  }
  return sheet.found()
}

function withoutComments(css: string): string {
  const kept: string[] = []
  for (let at = 0; at < css.length; ) {
    const start = css.indexOf('/*', at)
    const end = start < 0 ? -1 : css.indexOf('*/', start + 2)
    kept.push(css.slice(at, start < 0 ? css.length : start))
    at = end < 0 ? css.length : end + 2
  }
  return kept.join(' ')
}

const maxLength = 1_500_000
const maxColours = 60
const maxFonts = 6

class Sheet {
  readonly #baseUrl: string
  readonly #variables = new Map<string, string>()
  readonly #counts = new Map<string, number>()
  readonly #fonts = new Map<string, FontFound>()
  readonly #imports: string[] = []
  #background: string | undefined
  #text: string | undefined
  #bodyFont: string | undefined

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl
  }

  addImport(url: string): void {
    const address = resolveUrl(url, this.#baseUrl)
    if (address && this.#imports.length < 5) this.#imports.push(address)
  }

  addRule(selector: string, body: string): void {
    const declarations = body.split(';').map((one): [string, string] => {
      const colon = one.indexOf(':')
      return [one.slice(0, colon).trim().toLowerCase(), one.slice(colon + 1).trim()]
    })
    if (selector.toLowerCase().endsWith('@font-face')) this.#addFont(new Map(declarations))
    const isPage = /(?:^|,)\s*(?:html|body|:root|html\s+body|body\.[\w-]+)\s*(?:,|$)/i.test(selector)
    for (const [name, value] of declarations) this.#addDeclaration(name, value, isPage)
  }

  found(): StylesFound {
    const frequent = [...this.#counts].map(([colour, count]) => ({ colour, count }))
    const resolved = (value: string | undefined) => {
      const name = /^var\(\s*(--[\w-]+)/.exec(value ?? '')?.[1]
      return name ? this.#variables.get(name) : value
    }
    const [background, text] = [resolved(this.#background), resolved(this.#text)]
    return {
      variables: [...this.#variables].slice(0, maxColours).map(([name, colour]) => ({ name, colour })),
      frequent: frequent.sort((a, b) => b.count - a.count).slice(0, maxColours),
      ...(background && { background }),
      ...(text && { text }),
      fonts: [...this.#fonts.values()].slice(0, maxFonts),
      ...(this.#bodyFont && { bodyFont: this.#bodyFont }),
      imports: this.#imports,
    }
  }

  #addDeclaration(name: string, value: string, isPage: boolean): void {
    if (value.length > 500) return
    const colours = [...value.matchAll(colourInText)].flatMap(([text]) => {
      const colour = parseColour(text)
      return colour ? [hexOf(colour)] : []
    })
    if (name.startsWith('--')) {
      if (colours.length === 1 && colours[0] && this.#variables.size < 300)
        this.#variables.set(name.slice(0, 100), colours[0])
      return
    }
    for (const colour of colours)
      if (this.#counts.has(colour) || this.#counts.size < 2_000)
        this.#counts.set(colour, (this.#counts.get(colour) ?? 0) + 1)
    if (!isPage) return
    const plain = colours[0] ?? (value.startsWith('var(') ? value : namedAt(value))
    if (plain && (name === 'background' || name === 'background-color')) this.#background = plain
    if (plain && name === 'color') this.#text = plain
    if (name === 'font-family') this.#bodyFont = firstFamily(value) ?? this.#bodyFont
  }

  #addFont(declarations: Map<string, string>): void {
    const family = firstFamily(declarations.get('font-family') ?? '')
    const source = /url\(\s*["']?([^"')\s]{1,2000})/.exec(declarations.get('src') ?? '')?.[1]
    const url = source && resolveUrl(source, this.#baseUrl)
    if (!family || !url || (!this.#fonts.has(family) && this.#fonts.size >= 30)) return
    const font = this.#fonts.get(family) ?? { family, weights: [] }
    this.#fonts.set(family, font)
    const weight = weightOf(declarations.get('font-weight') ?? '400')
    const style = declarations.get('font-style') === 'italic' ? 'italic' : 'normal'
    const isKnown = font.weights.some((one) => one.weight === weight && one.style === style)
    if (!isKnown && font.weights.length < 18) font.weights.push({ weight, url, style })
  }
}

const colourInText = /#[0-9a-f]{3,8}\b|(?:rgba?|hsla?|oklch)\([^()]{1,80}\)/gi

/** A named color, which counts only where a color is expected. */
function namedAt(value: string): string | undefined {
  const colour = parseColour(/^[a-z]+/i.exec(value)?.[0] ?? '')
  return colour && hexOf(colour)
}

function firstFamily(value: string): string | undefined {
  const family = (value.split(',')[0] ?? '').replaceAll(/["']|!important/g, '').trim()
  return family === '' ||
    family.length > 100 ||
    /^(?:var\(|inherit|initial|unset|-apple-system|system-ui|sans-serif|serif|monospace|arial|helvetica|helvetica neue|times|times new roman|georgia|verdana|tahoma|segoe ui|fontawesome|font awesome.*|icomoon|dashicons|ui-sans-serif)/i.test(
      family,
    )
    ? undefined
    : family
}

function weightOf(text: string): number {
  const number = Number.parseInt(text, 10)
  if (number >= 1 && number <= 1_000) return number
  return text === 'bold' ? 700 : 400
}
