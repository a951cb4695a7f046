/** @jsxImportSource preact */
import { formatTime } from '../format.ts'
import { loadTexts } from '../texts/load.ts'
import { markBrokenPictures } from './broken-pictures.ts'
import { memoryLocal, openLocal } from './local.ts'
import { nextTask } from './next-task.ts'
import { openContent } from './open-content.ts'
import { type PageState, readPageState } from './page-state.ts'
import { run } from './run.tsx'
import { applyLook, readSettings } from './settings.ts'
import { memoryStore, openStore } from './store.ts'
import { openWorker } from './worker.ts'

/** Brings a page to life. Until then, and when anything fails, it stays as the service rendered it. */
export async function start(): Promise<void> {
  const root = document.getElementById('app')
  const state = readPageState()
  if (!root || !state) return
  const isPreview = state.preview !== undefined
  const local = isPreview ? memoryLocal() : openLocal(state.base)
  applyLook(root, readSettings(local))
  markBrokenPictures(root)
  const store = isPreview ? memoryStore() : await openStore(state.base, 3_000)
  const opening = openContent(state, store).catch(() => undefined)
  // The first formatter of a page loads the data of all others, which takes a while; the content is on its way meanwhile.
  await nextTask()
  formatTime(state.nowMs, 'UTC', state.locale)
  const opened = await opening
  if (!opened) return leaveShell(state)
  const worker = store.isDurable ? openWorker(state.base) : undefined
  await run({ root, state, local, store, worker, opened, t: await loadTexts(opened.locale) })
}

/** The service worker answered an address that it should not have: the service itself does it better. */
async function leaveShell({ base, cursor }: PageState): Promise<void> {
  if (cursor !== undefined || !navigator.onLine) return
  const registration = await navigator.serviceWorker.getRegistration(`${base}/`)
  if (await registration?.unregister()) location.reload()
}
