import type { CategoryKey } from './categories.ts'
import type { Id } from './record.ts'

export type Block = Record<string, unknown>
export type Navigator = Record<string, unknown>

export const title = (text: string, level = 2): Block => ({ type: 'title', text, level })
export const paragraph = (text: string): Block => ({ type: 'paragraph', text })
export const wave: Block = { type: 'divider', style: 'wave', thickness: 2 }

export const button = (label: string, icon: string, navigator: Navigator, style = 'filled'): Block => ({
  type: 'button',
  label,
  style,
  icon: lucide(icon),
  navigator,
})

export const answer = (label: string, icon: string, navigator: Navigator) => ({ label, icon: lucide(icon), navigator })

export const section = (heading: string, subtitle: string, ...blocks: Block[]): Block => ({
  type: 'section',
  title: heading,
  subtitle,
  blocks,
})

/** The places of a category, with a link to the map filtered to them. */
export function placesOf(id: Id, category: CategoryKey, heading: string, format = 'list'): Block {
  const query = { filters: [{ categoryIds: id(`category-${category}`) }], sort: { title: 'asc' }, limit: -1 }
  return { type: 'interestPoints', title: heading, format, query, navigator: { nativeContent: 'maps', query } }
}

/** The sessions of some categories, in the order of the programme. */
export function sessionsOf(id: Id, categories: CategoryKey[], heading: string, limit = 12): Block {
  const filters = [{ categoryIds: { $in: categories.map((key) => id(`category-${key}`)) } }]
  const query = { filters, sort: { 'time.start': 'asc' } }
  return {
    type: 'sessions',
    title: heading,
    format: 'list',
    query: { ...query, limit },
    navigator: { nativeContent: 'program', query },
  }
}

export const articlesOf = (id: Id, category: CategoryKey, heading: string, limit = 3): Block => ({
  type: 'articles',
  title: heading,
  format: 'carousel',
  query: { filters: [{ categoryIds: id(`category-${category}`) }], sort: { publishedAt: 'desc' }, limit },
  navigator: { nativeContent: 'articles' },
})

export const lucide = (type: string) => ({ family: 'lucide', type })
