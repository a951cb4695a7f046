export { type Collecting, collectProgramme, foldName } from './collect.ts'
export { firstDayOfSite } from './html/event-days.ts'
export { isNode, type LinkedNode, linkedNodes, typesOf, valuesOf } from './html/json-ld.ts'
export {
  attributeOf,
  type CheerioAPI,
  childrenOf,
  type HtmlNode,
  nameOf,
  openHtml,
  openXml,
} from './html/markup.ts'
export * from './programme.ts'
export { readProgramme } from './read.ts'
export { readXml, type XmlNode } from './xml-json.ts'
