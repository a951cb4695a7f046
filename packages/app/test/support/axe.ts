import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

/** The findings of axe on a page, as `rule: element`. It looks into open shadow roots, too. */
export async function violations(page: Page): Promise<string[]> {
  source ??= await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
  await page.evaluate(source)
  return page.evaluate(async (values) => {
    const { axe } = globalThis as unknown as { axe: Axe }
    const found = await axe.run(document, { runOnly: { type: 'tag', values }, preload: false })
    return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
  }, tags)
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

interface Axe {
  run(root: unknown, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

let source: string | undefined
