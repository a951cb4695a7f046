import { addAddresses } from '../store/control/addresses.ts'
import { listIds } from '../store/control/directory.ts'
import type { Queryable } from '../store/db.ts'
import { listHeld } from '../store/records/addresses.ts'

/** Reserves the addresses that channels have: for a control plane in another database, and after a node of a version that reserved none. */
export async function fillAddresses({ db, control }: { db: Queryable; control: Queryable<'control'> }): Promise<void> {
  for (let after = ''; ; ) {
    const ids = await listIds(control, { after, limit: pageSize })
    const last = ids.at(-1)
    if (last === undefined) return
    const held = await listHeld(db, ids)
    if (held.length > 0) await addAddresses(control, held)
    after = last
  }
}

const pageSize = 500
