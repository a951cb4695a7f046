import { siteAddress } from '../../../../kinds/site-address.ts'

/** Of several websites with an address, the first published one. */
export function mainWebsite<Channel extends Record<string, unknown>>(channels: Channel[]): Channel | undefined {
  return channels
    .filter((one) => siteAddress(one) !== undefined)
    .sort((one, other) => Number(other.status === 'published') - Number(one.status === 'published'))[0]
}
