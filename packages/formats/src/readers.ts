import type { FormatName, Programme } from './programme.ts'
import type { Source } from './source.ts'

/** Reads a file of one format. Damage throws `Unreadable`; doubtful entries become notes. */
export type Reader = (source: Source) => Programme | Promise<Programme>

/** Each reader is loaded when a file needs it: the parsers of all formats together take more memory than most files. */
export const readers: Partial<Record<FormatName, Reader>> = {
  'frab-xml': async (source) => (await import('./frab/xml.ts')).readFrabXml(source),
  'schedule-json': async (source) => (await import('./frab/json.ts')).readScheduleJson(source),
  'pretalx-json': async (source) => (await import('./pretalx.ts')).readPretalx(source),
  'sessionize-json': async (source) => (await import('./sessionize.ts')).readSessionize(source),
  'json-ld': async (source) => (await import('./html/read-html.ts')).readJsonLd(source),
  html: async (source) => (await import('./html/read-html.ts')).readHtml(source),
  csv: async (source) => (await import('./table/read-table.ts')).readCsv(source),
  xlsx: async (source) => (await import('./table/read-table.ts')).readXlsx(source),
  geojson: async (source) => (await import('./geo/geojson.ts')).readGeoJson(source),
  kml: async (source) => (await import('./geo/kml.ts')).readKml(source),
  rss: async (source) => (await import('./feeds/xml-feeds.ts')).readRss(source),
  atom: async (source) => (await import('./feeds/xml-feeds.ts')).readAtom(source),
  'json-feed': async (source) => (await import('./feeds/json-feed.ts')).readJsonFeed(source),
  icalendar: async (source) => (await import('./icalendar/read.ts')).readICalendar(source),
}
