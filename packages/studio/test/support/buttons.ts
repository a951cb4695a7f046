import type { Page } from 'playwright-core'

/** A control that is pressed: its role and name, and which of several with the same. */
export interface Control {
  role: string
  name: string
  nth: number
}

/** Where controls are: the address, and the dialogs, menus and lists above the page. */
export interface Front {
  url: string
  layers: number
  /** The name of the topmost one. */
  name: string
  controls: Control[]
}

export const nameOf = ({ role, name, nth }: Control) => `${role} “${name}”${nth > 0 ? ` (${nth + 1})` : ''}`

/**
 * The controls in front: those of the topmost dialog, menu or list, else those of the screen without the navigation. Of rows of a
 * list, and of more than eight alike such as pins of a map, only the first is used, because the others are the same.
 */
export function frontOf(page: Page): Promise<Front> {
  return page.evaluate(() => {
    const counts = new Map<string, number>()
    const numbered = controls().map(({ role, name }) => {
      const key = `${role} ${name}`
      const nth = counts.get(key) ?? 0
      counts.set(key, nth + 1)
      return { role, name, nth }
    })
    return { url: location.href, layers: openLayers().length, name: frontName(), controls: numbered }
  })
}

/** Presses a control. It is a fault when nothing visible happens, or when something opens behind something else. */
export async function press(page: Page, control: Control): Promise<string | undefined> {
  const isThere = await page.evaluate(({ role, name, nth }) => mark(role, name, nth), control)
  if (!isThere) return undefined
  const before = await page.evaluate(() => fingerprint())
  const outside = watchOutside(page)
  let click = await clickMarked(page, 10_000)
  if (click.fault) {
    // Notices may cover it until they disappear, which they do not while the pointer is above them.
    await page.mouse.move(1, 1)
    click = await clickMarked(page, 20_000)
  }
  if (!click.isPressed) return click.fault
  const isSeen = (await page.evaluate((seen) => changesFrom(seen), before).catch(() => true)) || outside.hasHappened()
  outside.stop()
  if (!isSeen) return 'has no visible effect'
  await settled(page)
  const covered = await page.evaluate(() => coveredLayer())
  return covered === undefined ? undefined : `opens something behind something else: ${covered}`
}

/** A control that has left with the list that it was in is neither pressed nor a fault. */
async function clickMarked(page: Page, timeout: number): Promise<{ isPressed: boolean; fault?: string }> {
  try {
    await page.locator('[data-pressed]').click({ timeout })
    return { isPressed: true }
  } catch (error) {
    const [reason] =
      /<[^>]*>[^\n]*intercepts pointer events|not stable|not visible|outside of the viewport/.exec(String(error)) ?? []
    return { isPressed: false, ...(reason && { fault: `cannot be pressed: ${reason}` }) }
  }
}

/** Waits until the page does not change for a moment; a page that never rests is used as it is. */
export async function settled(page: Page): Promise<void> {
  const rest = () =>
    page.evaluate(async () => {
      let last = ''
      for (let round = 0; round < 30; round++) {
        const now = fingerprint()
        if (now === last) return
        last = now
        await frames(3)
      }
    })
  // A press may load another page meanwhile.
  await rest().catch(rest)
}

/** Effects that the page does not show: a download, a file dialog, another window. */
function watchOutside(page: Page) {
  let hasHappened = false
  const note = () => {
    hasHappened = true
  }
  const close = (opened: Page) => {
    note()
    void opened.close()
  }
  page.on('download', note)
  page.on('filechooser', note)
  page.context().on('page', close)
  return {
    hasHappened: () => hasHappened,
    stop() {
      page.off('download', note)
      page.off('filechooser', note)
      page.context().off('page', close)
    },
  }
}

/** Runs in the page before it loads. */
export function installProbe(): void {
  const isVisible = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  }
  const layers = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], .mantine-Popover-dropdown'
  const openLayers = () => [...document.querySelectorAll(layers)].filter(isVisible)
  const textOf = (id: string) => document.getElementById(id)?.innerText ?? ''
  const nameOfElement = (element: HTMLElement) => {
    const labels = (element as HTMLInputElement).labels
    const name =
      element.getAttribute('aria-label') ??
      element.getAttribute('aria-labelledby')?.split(' ').map(textOf).join(' ') ??
      (labels && labels.length > 0 ? labels[0]?.innerText : undefined) ??
      element.innerText
    return (name || element.title || '').trim().replace(/\s+/g, ' ').slice(0, 80)
  }
  const roleOf = (element: HTMLElement) =>
    element.getAttribute('role') ?? (element.tagName === 'INPUT' ? (element as HTMLInputElement).type : 'button')
  const isRepeated = (element: Element) => {
    const item = element.closest('li, tr, [role=row], [role=listitem], [role=option]')
    const one = item && !item.closest('[role=menu]') ? item : element
    const alike = [...(one.parentElement?.children ?? [])].filter(
      ({ tagName, className }) => tagName === one.tagName && (item || className === one.className),
    )
    return alike.indexOf(one) > 0 && (item !== null || alike.length > 8)
  }
  const wanted =
    'button, [role=button], [role=tab], [role=switch], [role=menuitem], [role=option], input[type=checkbox], input[type=radio], summary'
  const isDisabled = (element: HTMLElement) =>
    (element as HTMLButtonElement).disabled ||
    element.getAttribute('aria-disabled') === 'true' ||
    element.hasAttribute('data-disabled')
  // An option that is chosen already has no effect.
  const isChosen = (element: HTMLElement) =>
    (element as HTMLInputElement).type === 'radio'
      ? (element as HTMLInputElement).checked
      : element.getAttribute('role') !== 'switch' && element.getAttribute('aria-selected') === 'true'
  const isInFront = (layer: Element) => {
    const { x, y, width, height } = layer.getBoundingClientRect()
    const [left, right] = [Math.max(0, x), Math.min(innerWidth, x + width)]
    const [upper, lower] = [Math.max(0, y), Math.min(innerHeight, y + height)]
    if (right <= left || lower <= upper) return false
    const at = document.elementFromPoint((left + right) / 2, (upper + lower) / 2)
    return (
      at !== null && (layer.contains(at) || at.contains(layer) || at.closest('.mantine-Notification-root') !== null)
    )
  }
  const front = () => openLayers().filter(isInFront).at(-1)
  const controls = () => {
    const within = front() ?? document.querySelector('main') ?? document.body
    return [...within.querySelectorAll<HTMLElement>(wanted)]
      .map((element) => ({ element, pressed: (element as HTMLInputElement).labels?.[0] ?? element }))
      .filter(({ pressed }) => isVisible(pressed))
      .filter(({ element }) => !isDisabled(element) && !isChosen(element) && !isRepeated(element))
      .map(({ element, pressed }) => ({ pressed, role: roleOf(element), name: nameOfElement(element) }))
  }
  const mark = (role: string, name: string, nth: number) => {
    for (const one of document.querySelectorAll('[data-pressed]')) one.removeAttribute('data-pressed')
    for (const layer of openLayers()) layer.setAttribute('data-known', '')
    const target = controls().filter((one) => one.role === role && one.name === name)[nth]
    target?.pressed.setAttribute('data-pressed', '')
    return target !== undefined
  }
  const frontName = () => {
    const layer = front()
    return layer ? `${layer.getAttribute('role')} ${nameOfElement(layer as HTMLElement)}` : 'page'
  }
  const fingerprint = () => {
    const states = [
      ...document.querySelectorAll<HTMLElement>(
        '[aria-expanded], [aria-pressed], [aria-selected], [aria-checked], input, textarea, select',
      ),
    ].map((one) =>
      [
        one.getAttribute('aria-expanded'),
        one.getAttribute('aria-pressed'),
        one.getAttribute('aria-selected'),
        one.getAttribute('aria-checked'),
        (one as HTMLInputElement).checked,
        (one as HTMLInputElement).value,
      ].join(),
    )
    const boxes = [...document.body.querySelectorAll('*')].map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect()
      return Math.round(x) + Math.round(y) * 3 + Math.round(width) * 7 + Math.round(height) * 11
    })
    const pictures = [...document.querySelectorAll('canvas, svg [transform], [style*=transform]')].map(
      (one) => one.getAttribute('style') ?? one.getAttribute('transform'),
    )
    const focus = document.activeElement?.hasAttribute('data-pressed') ? '' : document.activeElement?.tagName
    return JSON.stringify([
      location.href,
      document.documentElement.dataset.mantineColorScheme,
      document.documentElement.lang,
      document.body.innerText,
      states,
      boxes.reduce((sum, one, index) => (sum * 31 + one + index) % 2_147_483_647, 7),
      pictures,
      focus,
    ])
  }
  const coveredLayer = () => {
    const covered = openLayers().find((layer) => !layer.hasAttribute('data-known') && !isInFront(layer))
    return covered && (nameOfElement(covered as HTMLElement) || covered.className.slice(0, 60))
  }
  const frames = async (count: number) => {
    for (let frame = 0; frame < count; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  /** Polls in the page, because reading everything at once is expensive. */
  const changesFrom = async (seen: string) => {
    for (let round = 0; round < 160; round++) {
      if (fingerprint() !== seen) return true
      await frames(3)
    }
    return false
  }
  Object.assign(globalThis, { changesFrom, controls, frames, fingerprint, openLayers, coveredLayer, frontName, mark })
}

declare function controls(): { role: string; name: string }[]
declare function fingerprint(): string
declare function frames(count: number): Promise<void>
declare function changesFrom(seen: string): Promise<boolean>
declare function openLayers(): unknown[]
declare function coveredLayer(): string | undefined
declare function frontName(): string
declare function mark(role: string, name: string, nth: number): boolean
