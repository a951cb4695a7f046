import type { Page, PageRequest, PictureFacts, SiteFile, SiteRequest } from '@marquee/app/rendering'

/** The tasks of the thread. `key` names the content of a site. */
export type RenderTask =
  | { type: 'apply'; rendererUrl: string; key: string; bundle: string }
  | { type: 'forget'; key: string }
  | { type: 'page'; key: string; request: PageRequest }
  | { type: 'file'; key: string; request: SiteRequest }
  | { type: 'facts'; key: string; request: SiteRequest }

/** `unknown` when the thread has no such content, because it was started again. */
export type RenderReply = { state: 'unknown' } | ({ state: 'done' } & Rendered)

interface Rendered {
  cursor?: string
  hasMore?: boolean
  page?: Page | undefined
  file?: SiteFile | undefined
  facts?: PictureFacts | undefined
}

/** The functions of the app's build that the thread calls. */
interface AppRenderer {
  emptyData: unknown
  applyBundle(data: unknown, bundle: unknown): { cursor: string }
  renderPage(data: unknown, request: PageRequest): Promise<Page | undefined>
  renderFile(data: unknown, request: SiteRequest): Promise<SiteFile | undefined>
  pictureFacts(data: unknown, request: SiteRequest): Promise<PictureFacts | undefined>
}

let renderer: AppRenderer | undefined
const sites = new Map<string, unknown>()

export async function render(task: RenderTask): Promise<RenderReply> {
  if (task.type === 'apply') {
    renderer ??= (await import(task.rendererUrl)) as AppRenderer
    const bundle = JSON.parse(task.bundle)
    const before = sites.get(task.key)
    if (!bundle.full && before === undefined) return { state: 'unknown' }
    const data = renderer.applyBundle(before ?? renderer.emptyData, bundle)
    sites.set(task.key, data)
    return { state: 'done', cursor: data.cursor, hasMore: bundle.more }
  }
  if (task.type === 'forget') {
    sites.delete(task.key)
    return { state: 'done' }
  }
  const data = sites.get(task.key)
  if (!renderer || data === undefined) return { state: 'unknown' }
  if (task.type === 'file') return { state: 'done', file: await renderer.renderFile(data, task.request) }
  if (task.type === 'facts') return { state: 'done', facts: await renderer.pictureFacts(data, task.request) }
  return { state: 'done', page: await renderer.renderPage(data, task.request) }
}
