/** The screen on which the records of a kind are edited. */
const screens: Record<string, string> = {
  broadcastArticle: 'articles',
  broadcastCampaign: 'campaigns',
  broadcastCategory: 'categories',
  broadcastContact: 'contacts',
  broadcastDiffuser: 'diffusers',
  broadcastHost: 'hosts',
  broadcastInterestPoint: 'map',
  broadcastMap: 'maps',
  broadcastMember: 'members',
  broadcastNetworkingForm: 'forms',
  broadcastPage: 'pages',
  broadcastSession: 'programme',
  font: 'fonts',
  media: 'media',
  workflow: 'workflows',
}

/** Where a record is edited, as `ScreenLink` and `useGo` take it; undefined when no screen shows the kind. */
export function placeOf(kind: string, recordId: string): { screen: string; recordId?: string } | undefined {
  if (kind === 'broadcast') return { screen: 'settings' }
  const screen = screens[kind]
  return screen === undefined ? undefined : { screen, recordId }
}
