import type { Source } from '../source.ts'
import { isObject } from '../values.ts'

export const isHtml = ({ root, text }: Source) =>
  /^\s*<!doctype html/i.test(text.slice(0, 500)) || (root !== undefined && htmlRoots.has(root))
const htmlRoots = new Set('html head body div main section article table ul ol dl p h1 h2 h3 header script'.split(' '))

export const isJsonLd = ({ json }: Source) =>
  [json].flat().some((one) => isObject(one) && ('@context' in one || '@graph' in one || '@type' in one))
