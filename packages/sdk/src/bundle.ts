import type { Bundle } from './types.ts'

/** Reads a bundle with all of its pages. */
export async function readBundle(
  read: (query: { since?: string }) => Promise<Bundle>,
  query: { since?: string } = {},
): Promise<Bundle> {
  const bundle = await read(query)
  while (bundle.more) {
    const page = await read({ since: bundle.cursor })
    // Too much changed in the meantime: the service starts over with a full bundle.
    if (page.full) return readBundle(read)
    const data: Record<string, unknown[]> = bundle.data
    for (const [plural, records] of Object.entries(page.data)) data[plural] = [...(data[plural] ?? []), ...records]
    bundle.cursor = page.cursor
    bundle.more = page.more
  }
  return bundle
}
