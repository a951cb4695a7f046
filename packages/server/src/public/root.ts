import { inLanguages, kinds, type ShownRecord } from '@marquee/model'
import { notFound } from '../base/errors.ts'
import { showToAudience } from '../content/public-view.ts'
import type { Rendering } from '../content/rendering.ts'
import type { Queryable } from '../store/db.ts'
import { findBroadcastById, findWebDiffuser, listLocales, listVisible } from '../store/public/public.ts'
import type { Site } from './site.ts'

/** The public part of a broadcast: its theme, navigation, fonts, languages, and metadata for search engines. */
export async function readRoot(
  db: Queryable,
  rendering: Rendering,
  { broadcastId, audience }: Site,
): Promise<ShownRecord> {
  const row = await findBroadcastById(db, broadcastId)
  if (!row) throw notFound()
  const fonts = await listVisible(db, broadcastId, kinds.font, audience)
  const [broadcast, ...shownFonts] = await showToAudience(
    db,
    rendering,
    [{ kind: kinds.broadcast, body: row.body }, ...fonts.map((body) => ({ kind: kinds.font, body }))],
    audience,
  )
  if (!broadcast) throw notFound()
  const diffuser = await findWebDiffuser(db, broadcastId)
  const channel =
    diffuser === undefined ? {} : inLanguages(kinds.broadcastDiffuser, JSON.parse(diffuser), audience.locales)
  const { slug = null, domain = null, seo = null } = channel
  return { ...broadcast, slug, domain, seo, locales: await listLocales(db, broadcastId, audience), fonts: shownFonts }
}
