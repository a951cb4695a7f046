import type { ManifestFound, PageFound, SiteNote } from '../read/found.ts'
import { cutText } from '../text.ts'

/** The name of the site within the thirty characters of an app name, and a note when it is cut. */
export function nameOf(home: PageFound, manifest: ManifestFound | undefined): { name: string; notes: SiteNote[] } {
  const parts = home.title.split(/\s+[|–—·•»:-]\s+|,\s+/)
  const whole = home.wholes.find(({ isNamed }) => isNamed)?.title
  const said = [...home.siteNames, whole ?? '', ...(manifest?.names ?? []), home.owner.name ?? '']
  // Content management systems put the domain where the name should be.
  const candidates = [...said.filter((name) => !isDomain(name)), ...parts, home.heading, ...said.filter(isDomain)]
  const meaningful = candidates.filter((name) => name.length >= 2 && !isMeaningless.test(name))
  const fitting = meaningful.find((name) => name.length <= maxLength)
  const host = new URL(home.url).hostname.replace(/^www\./, '')
  const first = meaningful[0] ?? host
  if (fitting || first.length <= maxLength) return { name: fitting ?? first, notes: [] }
  const message = `“${first}” is longer than a name can be; it is cut after ${maxLength} characters.`
  return { name: cutText(first, maxLength), notes: [{ code: 'name_cut', message }] }
}

const maxLength = 30

const isDomain = (name: string) => /^(?:https?:\/\/)?(?:[\w-]+\.)+[a-z]{2,}\/?$/i.test(name)

const isMeaningless =
  /^(?:home|homepage|accueil|inicio|start|startseite|welcome|bienvenue|index|untitled|website|conference web|react app|vite app|document|domů|domov|הבית|דף הבית|首頁|ホーム)$/i
