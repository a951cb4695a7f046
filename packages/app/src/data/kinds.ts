/** The kinds of records that the app shows, with their names in the API. */
export const plurals = {
  session: 'broadcastSessions',
  host: 'broadcastHosts',
  place: 'broadcastInterestPoints',
  map: 'broadcastMaps',
  article: 'broadcastArticles',
  page: 'broadcastPages',
  form: 'broadcastNetworkingForms',
  category: 'broadcastCategories',
  media: 'medias',
} as const

export type Kind = keyof typeof plurals

export const kindNames = Object.keys(plurals) as Kind[]
