/** Styles that depend on content: a color, a position, a ratio. */
export type Style = Record<string, string | number | undefined>

/** Receives the rules of a rendering. */
export type RuleSink = (name: string, rule: string) => void

/**
 * The class of a style that depends on content. Pages have a policy without inline styles, so a style becomes a rule: the
 * server collects the rules of a page, and the browser adds them to a style sheet.
 */
export function classOf(style: Style): string | undefined {
  const declarations = Object.entries(style).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${dashed(name)}:${safe(value)}`],
  )
  if (declarations.length === 0) return undefined
  const text = declarations.join(';')
  const name = `s-${hashOf(text)}`
  sink(name, `.mq-app .${name}{${text}}`)
  return name
}

/** Class names without those that do not apply. */
export const classes = (...names: (string | undefined | false)[]): string => names.filter(Boolean).join(' ')

let sink: RuleSink = () => {}

/** Directs the rules of the renderings that follow. Rendering is synchronous, so none can mix with another. */
export function collectRules(next: RuleSink): void {
  sink = next
}

/** Adds rules to a document or a shadow root, each once. */
export function sheetSink(root: DocumentOrShadowRoot): RuleSink {
  const sheet = new CSSStyleSheet()
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  const known = new Set<string>()
  return (name, rule) => {
    if (known.has(name)) return
    known.add(name)
    sheet.insertRule(rule, sheet.cssRules.length)
  }
}

const dashed = (name: string) =>
  name.startsWith('--') ? name : name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** A value ends neither its declaration nor its rule, whatever a record contains. */
const safe = (value: string | number) => String(value).replaceAll(/[;{}<>\\]/g, '')

/** FNV-1a over the text twice: 64 bits are enough for a name among a few thousand. */
function hashOf(text: string): string {
  let low = 0x811c9dc5
  let high = 0x01000193
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul(high ^ code, 0x85ebca6b)
  }
  return (low >>> 0).toString(36) + (high >>> 0).toString(36)
}
