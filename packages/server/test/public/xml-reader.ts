import assert from 'node:assert/strict'
import { XMLParser, XMLValidator } from 'fast-xml-parser'

/** An element as an independent parser returns it: attributes as `@name`, text as `#text`, every child in a list. */
export interface Found {
  [name: string]: string | Found[]
}

/** Parses a document after checking what the parser tolerates: characters that XML forbids, and bare markup in attributes. */
export function readXml(text: string): Found {
  assert.equal(XMLValidator.validate(text), true)
  assert(text.isWellFormed())
  assert.doesNotMatch(text, /(?![\t\n])\p{Cc}|[\uFFFE\uFFFF]/u)
  assert.doesNotMatch(text, /<!/)
  for (const [, content] of text.matchAll(/="([^"]*)"/g)) assert.doesNotMatch(content ?? '', /<|&(?!\w+;|#\d+;)/)
  return new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    alwaysCreateTextNode: true,
    parseTagValue: false,
    trimValues: false,
    htmlEntities: true,
    processEntities: {
      enabled: true,
      maxTotalExpansions: Number.POSITIVE_INFINITY,
      maxExpandedLength: Number.POSITIVE_INFINITY,
    },
    isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
  }).parse(text) as Found
}

export function childrenOf(found: Found, ...path: string[]): Found[] {
  return path.reduce<Found[]>((all, name) => all.flatMap((each) => listOf(each[name])), [found])
}

/** The text of the one element at a path. */
export function textAt(found: Found, ...path: string[]): string {
  const [child, ...others] = childrenOf(found, ...path)
  assert(child && others.length === 0, path.join('/'))
  return String(child['#text'] ?? '')
}

const listOf = (value: string | Found[] | undefined) => (Array.isArray(value) ? value : [])
