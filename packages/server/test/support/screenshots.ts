import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

/** Screenshots take half the time of a browser test and assert nothing: `npm run screenshots` saves them, `npm test` does not. */
export const savesScreenshots = process.env.MARQUEE_TEST_SCREENSHOTS === 'on'

export async function saveScreenshot(page: Page, name: string): Promise<void> {
  if (savesScreenshots) await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
}

const folder = fileURLToPath(new URL('../../../../node_modules/.cache/screenshots/', import.meta.url))
