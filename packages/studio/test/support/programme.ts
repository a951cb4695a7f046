import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import type { TestTenant } from '../../../server/test/support/service.ts'
import { boxOf } from './gestures.ts'

/** A local time in Paris on a day of the festival, as an instant. */
export const parisTime = (time: string, day = '2027-07-02') =>
  new Date(Date.parse(`${day}T${time}:00+02:00`)).toISOString()

/** Creates records by their title, and remembers their ids. */
export function maker({ api, path }: TestTenant) {
  const ids: Record<string, string> = {}
  const make = async (plural: string, body: Record<string, unknown> & { title: string }): Promise<string> => {
    const { status, body: record } = await api('POST', `${path}/${plural}`, { status: 'published', ...body })
    assert.equal(status, 201)
    ids[body.title] = record._id
    return record._id
  }
  const play = (title: string, start: string, interestPointId: string | null, more: object = {}) => {
    const end = new Date(Date.parse(start) + 3_600_000).toISOString()
    return make('broadcastSessions', { title, interestPointId, time: { start, end }, ...more })
  }
  const stored = async (title: string) => (await api('GET', `${path}/broadcastSessions/${ids[title]}`)).body
  const found = async (title: string) => {
    const filters = encodeURIComponent(JSON.stringify([{ title }]))
    return (await api('GET', `${path}/broadcastSessions?filters=${filters}`)).body.data
  }
  return { ids, make, play, stored, found }
}

/** The card of a session in the grid. */
export const card = (page: Page, title: string): Locator => page.getByRole('gridcell', { name: new RegExp(title) })

/** Drags over the empty grid below a card, from a distance to another, in steps like a hand; `meanwhile` runs before the end. */
export async function draw(from: Locator, [top, bottom]: [number, number], meanwhile = async () => {}): Promise<void> {
  const box = await boxOf(from)
  const hand = from.page().mouse
  await hand.move(box.x + 40, box.y + box.height + top)
  await hand.down()
  await hand.move(box.x + 44, box.y + box.height + bottom, { steps: 6 })
  await meanwhile()
  await hand.up()
}
