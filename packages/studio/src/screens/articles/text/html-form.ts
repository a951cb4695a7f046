/** Normalizes HTML that a browser serialized (quoted attributes, closed elements), so that equivalent texts are equal. */
export function canonicalHtml(html: string): string {
  const parts = tokens(html).map((token) => {
    if (token.tag === undefined) return token.text.replaceAll(/[ \t\r\n]+/g, ' ')
    const { name, isEnd, attributes } = token.tag
    if (name === 'p' && attributes.length === 0) return paragraphEdge
    return `<${isEnd ? '/' : ''}${[name, ...attributes].join(' ')}>`
  })
  return withoutIdleEdges(parts.join(''))
}

/** The elements and attributes that occur in one text more often than in the other, by name. */
export function lostIn(before: string, after: string): string[] {
  const left = countNames(after)
  return [...countNames(before)].filter(([name, count]) => count > (left.get(name) ?? 0)).map(([name]) => name)
}

/** A paragraph is only a boundary in the text: inside a list item or a quote it makes no difference. */
const paragraphEdge = '\u2029'

const blockNames =
  'h[1-6]|ul|ol|li|blockquote|pre|hr|div|table|thead|tbody|tr|td|th|figure|figcaption|section|dl|dt|dd|p'
const edgesAtBlocks = new RegExp(`[\u2029 ]*(</?(?:${blockNames})(?: [^>]*)?>)[\u2029 ]*`, 'g')

const withoutIdleEdges = (text: string) =>
  text
    .replaceAll(edgesAtBlocks, '$1')
    .replaceAll(/ *(<br>) */g, '$1')
    .replaceAll(/ *\u2029[\u2029 ]*/g, paragraphEdge)
    .replaceAll(/^[\u2029 ]+|[\u2029 ]+$/g, '')

interface Token {
  text: string
  tag?: { name: string; isEnd: boolean; attributes: string[] }
}

function tokens(html: string): Token[] {
  return html
    .replaceAll(/\u2029/g, ' ')
    .split(/(<\/?[a-z][^>]*>|<!--[\s\S]*?-->)/i)
    .filter((text) => text !== '')
    .map((text) => {
      const [, slash, name = '', rest = ''] = /^<(\/?)([a-z][a-z0-9]*)([^>]*)>$/i.exec(text) ?? []
      if (name === '') return { text }
      return {
        text,
        tag: {
          name: alike[name.toLowerCase()] ?? name.toLowerCase(),
          isEnd: slash === '/',
          attributes: attributesOf(rest),
        },
      }
    })
}

/** The service sets `target` and `rel` of links, so they are ignored. */
function attributesOf(text: string): string[] {
  return [...text.matchAll(/([a-z][\w:-]*)(?:="([^"]*)")?/gi)]
    .map(([, name = '', value = '']) => `${name.toLowerCase()}="${value}"`)
    .filter((attribute) => !attribute.startsWith('rel=') && attribute !== 'start="1"')
    .sort()
}

const alike: Record<string, string> = { b: 'strong', i: 'em', del: 's', strike: 's' }

function countNames(html: string): Map<string, number> {
  const counts = new Map<string, number>()
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  for (const { tag, text } of tokens(html)) {
    if (text.startsWith('<!--')) count('<!-- -->')
    if (!tag || tag.isEnd) continue
    if (tag.name !== 'p') count(`<${tag.name}>`)
    for (const attribute of tag.attributes) count(attribute.slice(0, attribute.indexOf('=')))
  }
  return counts
}
