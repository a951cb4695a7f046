import { fillAddresses } from '../content/fill-addresses.ts'
import { listReserved, releaseAddresses } from '../store/control/addresses.ts'
import type { Db } from '../store/db.ts'
import { listHeld } from '../store/records/addresses.ts'

interface AddressParts {
  db: Db
  control: Db<'control'>
}

/** After a crash between the planes, makes the addresses agree with the channels that have them. */
export async function tidyAddresses(parts: AddressParts): Promise<void> {
  await freeAddresses(parts)
  await fillAddresses(parts)
}

/** Frees addresses that no channel of their broadcast has, because a crash came before its write or after it gave them up. */
async function freeAddresses({ db, control }: AddressParts): Promise<void> {
  for (let after = ''; ; ) {
    const page = await listReserved(control, { after, agedMs, limit: pageSize })
    const held = new Set((await listHeld(db, idsOf(page))).map(keyOf))
    for (const [by, some] of Map.groupBy(page, (row) => row.by)) {
      const free = some.filter((row) => !held.has(keyOf(row))).map(({ address }) => address)
      if (free.length > 0) await releaseAddresses(control, free, by)
    }
    const last = page.at(-1)
    if (!last || page.length < pageSize) return
    after = last.address
  }
}

const idsOf = (rows: { broadcastId: string }[]) => [...new Set(rows.map(({ broadcastId }) => broadcastId))]
const keyOf = ({ broadcastId, address }: { broadcastId: string; address: string }) => `${broadcastId}/${address}`

/** A write takes less between its last reservation and its commit. */
const agedMs = 600_000
const pageSize = 500
