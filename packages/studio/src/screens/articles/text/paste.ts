/** Cleans HTML pasted from Word, Google Docs or a web page of their own markup. The editor drops unknown elements itself. */
export function cleanPasted(html: string): string {
  return listsOfWord(
    html
      .replaceAll(/<!--[\s\S]*?-->/g, '')
      .replaceAll(/<!\[[\s\S]*?\]>/g, '')
      .replaceAll(/<(style|script|title|xml|head)\b[\s\S]*?<\/\1>/gi, '')
      .replaceAll(/<\/?(?:meta|link|html|body|o:p|w:[a-z]+|m:[a-z]+|v:[a-z]+|st1:[a-z]+|font)\b[^>]*>/gi, '')
      .replaceAll(/<img\b[^>]*\bsrc=["']?(?:data|file|blob|cid):[^>]*>/gi, ''),
  )
    .replaceAll(/<b\b[^>]*(?:docs-internal-guid|font-weight:\s*normal)[^>]*>([\s\S]*)<\/b>/gi, '$1')
    .replaceAll(/<br\b[^>]*class="?Apple-interchange-newline"?[^>]*>/gi, '')
    .replaceAll(
      /(<a\b[^>]*\bhref=")https?:\/\/www\.google\.com\/url\?(?:[^"]*?&(?:amp;)?)?q=([^&"]+)[^"]*(")/gi,
      unwrapped,
    )
    .replaceAll(/(?:&nbsp;|\u00a0)(?=\S)(?<=\S(?:&nbsp;|\u00a0))/g, ' ')
    .replaceAll(/<(p|span|div|h[1-6])\b[^>]*>(?:\s|&nbsp;|\u00a0|<br\b[^>]*>)*<\/\1>/gi, '')
    .trim()
}

/** Links copied from Google Docs are redirects of Google. */
const unwrapped = (_: string, before: string, target: string, after: string) => before + decoded(target) + after

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Word writes list items as paragraphs that begin with a bullet or a number. */
function listsOfWord(html: string): string {
  return html.replaceAll(/(?:<p\b[^>]*\bMsoListParagraph[^>]*>[\s\S]*?<\/p>\s*)+/gi, (run) => {
    const items = [...run.matchAll(/<p\b[^>]*>([\s\S]*?)<\/p>/gi)].map(([, inner = '']) => inner)
    const isNumbered = /^\s*(?:<[^>]+>\s*)*\d+[.)]/.test(items[0] ?? '')
    const tag = isNumbered ? 'ol' : 'ul'
    return `<${tag}>${items.map((item) => `<li>${withoutMarker(item)}</li>`).join('')}</${tag}>`
  })
}

const withoutMarker = (item: string) =>
  item
    .replace(/<span\b[^>]*mso-list:\s*Ignore[^>]*>[\s\S]*?<\/span>(?:\s*<\/span>)*/i, '')
    .replace(/^((?:\s|<[^>]+>)*)(?:[·•§o▪‣-]|\d+[.)])(?:\s|&nbsp;|\u00a0)+/i, '$1')
    .replaceAll(/<\/?span\b[^>]*>/gi, '')
    .trim()
