import { turnAt } from './clock.ts'

/** Loads the page anew when it should, but never into the error page of a browser: the service must answer first. */
export function watchPage(): { reloadSoon(): void } {
  const script = document.querySelector('script[type=module]')?.getAttribute('src') ?? ''
  let isDue = false
  const check = async () => {
    const answer = await fetch(location.href, { cache: 'no-cache', credentials: 'omit' })
    // One that is no longer published keeps its last content.
    if (!answer.ok) return
    const isNewBuild = !(await answer.text()).includes(script)
    if (isDue || isNewBuild) location.reload()
  }
  const tryCheck = () => void check().catch(() => {})
  turnAt(checkMs, () => setTimeout(tryCheck, Math.random() * spreadMs))
  return {
    /** Within a quarter of an hour, and when the service is there. */
    reloadSoon() {
      isDue = true
    },
  }
}

const checkMs = 600_000
/** Screens of a festival do not ask all at once. */
const spreadMs = 240_000
