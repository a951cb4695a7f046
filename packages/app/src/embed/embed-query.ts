/** The views that other websites can show. */
export const embedViews = ['programme', 'day', 'stage', 'now'] as const

export type EmbedView = (typeof embedViews)[number]

/** What an embed shows, from the attributes of its script or the query of its page. */
export interface EmbedQuery {
  view: EmbedView
  day: string | undefined
  /** The id of a place. */
  stage: string | undefined
  locale: string | undefined
  scheme: 'auto' | 'light' | 'dark'
}

/** Reads the values by name. An unknown view or scheme counts as none. */
export function readEmbedQuery(read: (name: string) => string | null | undefined): EmbedQuery {
  const scheme = read('scheme')
  return {
    view: embedViews.find((one) => one === read('view')) ?? 'programme',
    day: read('day') || undefined,
    stage: read('stage') || undefined,
    locale: read('locale') || undefined,
    scheme: scheme === 'light' || scheme === 'dark' ? scheme : 'auto',
  }
}
