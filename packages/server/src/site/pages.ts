import type { Page, PageRequest, PictureFacts, SiteFile, SiteRequest } from '@marquee/app/rendering'
import type { Clock } from '../base/clock.ts'
import { AppError } from '../base/errors.ts'
import { createThreads } from '../base/threads.ts'
import type { Vault } from '../base/vault.ts'
import type { Renderer } from '../content/rendering.ts'
import { bundlePieces, readBundle } from '../public/bundle.ts'
import { nextDueMs, type Site } from '../public/site.ts'
import type { Db } from '../store/db.ts'
import type { BroadcastFacts } from '../store/memory/broadcast-facts.ts'
import type { Notifications } from '../store/notifications.ts'
import type { AppBuild } from './app-build.ts'
import type { RenderReply, RenderTask } from './render-task.ts'

/** The pages of visitors' websites. */
export interface SitePages {
  /** A page of the current content. Undefined when the site has no such address. */
  render(site: Site, request: Asked): Promise<(Page & { dueMs: number }) | undefined>
  /** A file that describes the site: its manifest, sitemap, rules for robots. */
  file(site: Site, request: Asked): Promise<SiteFile | undefined>
  /** What a picture of the site or of one of its pages shows. */
  facts(site: Site, request: Asked): Promise<PictureFacts | undefined>
  close(): Promise<void>
}

type Asked = Omit<SiteRequest, 'nowMs'>

interface Parts {
  db: Db
  facts: BroadcastFacts
  clock: Clock
  vault: Vault
  renderer: Renderer
  notifications: Notifications
  build: AppBuild
  mapTiles: PageRequest['tiles']
}

/** The content that the thread has of a site. */
interface Held {
  cursor: string
  bytes: number
  /** The count of changes of the broadcast when it was read. */
  version: number
  /** When it changes by the clock. */
  dueMs: number
}

export function createSitePages({
  db,
  facts,
  clock,
  vault,
  renderer,
  notifications,
  build,
  mapTiles,
}: Parts): SitePages {
  const threads = createThreads<RenderTask, RenderReply>({
    script: new URL('./render-thread.ts', import.meta.url),
    timeoutMs: 20_000,
    idleMs: 600_000,
    maxMemoryMb: 512,
  })
  const versions = trackVersions(notifications)
  /** The least recently used first. */
  const held = new Map<string, Held>()
  /** Reads of one site follow each other, so that no update is applied twice. */
  const turns = new Map<string, Promise<unknown>>()

  const run = async (broadcastId: string, task: RenderTask): Promise<RenderReply> => {
    const reply = await threads.run(broadcastId, task)
    if (reply) return reply
    // The thread and everything it had is gone.
    held.clear()
    throw unrendered()
  }

  const readSince = async (site: Site, since: string | null): Promise<string> =>
    renderer.render(site.broadcastId, async (rendering) =>
      rendering.join(bundlePieces(await readBundle(db, rendering, vault, site, since))),
    )

  /** Brings the thread up to date. */
  const update = async (site: Site, key: string): Promise<Held> => {
    const known = held.get(key)
    const version = versions.of(site.broadcastId)
    const isCurrent = known?.version === version && known.dueMs > clock.now() && notifications.isLive()
    if (known && isCurrent && !site.audience.withDrafts) return known
    let since = known?.cursor ?? null
    let bytes = known?.bytes ?? 0
    for (;;) {
      const bundle = await readSince(site, since)
      const reply = await run(site.broadcastId, { type: 'apply', rendererUrl: build.rendererUrl, key, bundle })
      if (reply.state === 'unknown') {
        since = null
        continue
      }
      bytes = (since === null ? 0 : bytes) + bundle.length
      since = reply.cursor ?? null
      // A broadcast beyond the limit is shown in part.
      if (!reply.hasMore || bytes > maxSiteBytes) break
    }
    const now = { cursor: since ?? '', bytes, version, dueMs: await nextDueMs(facts, site) }
    held.delete(key)
    held.set(key, now)
    await makeRoom(key)
    return now
  }

  const makeRoom = async (key: string) => {
    let total = [...held.values()].reduce((sum, { bytes }) => sum + bytes, 0)
    for (const [other, { bytes }] of [...held]) {
      if (total <= maxBytes || other === key) return
      held.delete(other)
      total -= bytes
      await run(other, { type: 'forget', key: other })
    }
  }

  const inTurn = <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const next = (turns.get(key) ?? Promise.resolve()).then(work, work)
    turns.set(key, next)
    const forget = () => {
      if (turns.get(key) === next) turns.delete(key)
    }
    next.then(forget, forget)
    return next
  }

  const attempt = async (site: Site, key: string, taskOf: (key: string, nowMs: number) => RenderTask) => {
    const { dueMs } = await inTurn(key, () => update(site, key))
    return { dueMs, reply: await run(site.broadcastId, taskOf(key, clock.now())) }
  }

  /** Runs a task on the current content. */
  const ask = async (site: Site, taskOf: (key: string, nowMs: number) => RenderTask) => {
    const key = `${site.broadcastId}${site.audience.withDrafts ? ' drafts' : ''}`
    const first = await attempt(site, key, taskOf)
    if (first.reply.state === 'done') return { ...first.reply, dueMs: first.dueMs }
    held.delete(key)
    const second = await attempt(site, key, taskOf)
    if (second.reply.state === 'done') return { ...second.reply, dueMs: second.dueMs }
    throw unrendered()
  }

  return {
    async render(site, asked) {
      const { page, dueMs } = await ask(site, (key, nowMs) => ({
        type: 'page',
        key,
        request: { ...asked, nowMs, assets: asked.channel === 'kiosk' ? build.kiosk : build.assets, tiles: mapTiles },
      }))
      return page && { ...page, dueMs }
    },
    async file(site, asked) {
      return (await ask(site, (key, nowMs) => ({ type: 'file', key, request: { ...asked, nowMs } }))).file
    },
    async facts(site, asked) {
      return (await ask(site, (key, nowMs) => ({ type: 'facts', key, request: { ...asked, nowMs } }))).facts
    },
    close: () => threads.close(),
  }
}

/** Counts the changes of content by broadcast, to know whether what was read is still current. */
function trackVersions(notifications: Notifications) {
  const counts = new Map<string, number>()
  let gaps = 0
  notifications.subscribe((notification) => {
    if (notification.type === 'gap') gaps += 1
    else if (notification.type !== 'access')
      counts.set(notification.broadcastId, (counts.get(notification.broadcastId) ?? 0) + 1)
  })
  return { of: (broadcastId: string) => gaps * 1_000_000_000 + (counts.get(broadcastId) ?? 0) }
}

const unrendered = () =>
  new AppError('unavailable', 'The page could not be rendered; try again.', { headers: { 'retry-after': '5' } })

/** The content of all sites in the thread, and of one, as characters of JSON. */
const maxBytes = 100_000_000
const maxSiteBytes = 34_000_000
