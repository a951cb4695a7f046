import type { Queryable } from '../db.ts'
import { sql } from '../sql.ts'

/** A slug or an own domain, in lower case, and the broadcast that it belongs to. */
export interface Address {
  address: string
  broadcastId: string
}

/**
 * Reserves addresses for a broadcast, and marks those that it has already. Addresses of other broadcasts are missing in the result.
 * `by` is a transaction of content: from now on, only it can release them.
 */
export async function reserveAddresses(
  control: Queryable<'control'>,
  broadcastId: string,
  addresses: string[],
  by: string,
): Promise<{ address: string; isNew: boolean }[]> {
  return control.query(sql`
    insert into addresses (address, broadcast_id, reserved_by)
    select address, ${broadcastId}, ${by}::uuid from unnest(${addresses}::text[]) address order by address
    on conflict (address) do update set reserved_by = excluded.reserved_by, reserved_at = excluded.reserved_at
      where addresses.broadcast_id = excluded.broadcast_id
    returning address, xmax = 0 as "isNew"`)
}

/** Frees addresses, except those that another transaction has reserved since. */
export async function releaseAddresses(control: Queryable<'control'>, addresses: string[], by: string): Promise<void> {
  await control.query(
    sql`delete from addresses where address = any (${addresses}::text[]) and reserved_by = ${by}::uuid`,
  )
}

/** Reserves addresses that records have; one that is reserved stays as it is. */
export async function addAddresses(control: Queryable<'control'>, found: Address[]): Promise<void> {
  await control.query(sql`
    insert into addresses (address, broadcast_id)
    select * from unnest(${found.map(({ address }) => address)}::text[], ${found.map(({ broadcastId }) => broadcastId)}::text[])
    on conflict do nothing`)
}

/** The broadcast that an address belongs to. */
export async function findAddress(control: Queryable<'control'>, address: string): Promise<string | undefined> {
  return (await findAddresses(control, [address])).get(address)
}

/** Which of these addresses belong to a broadcast, and to which one. */
export async function findAddresses(control: Queryable<'control'>, addresses: string[]): Promise<Map<string, string>> {
  const rows = await control.query<Address>(sql`
    select address, broadcast_id as "broadcastId" from addresses where address = any (${addresses}::text[])`)
  return new Map(rows.map(({ address, broadcastId }) => [address, broadcastId]))
}

/** Every domain; a slug has no dot. */
export async function listDomains(control: Queryable<'control'>): Promise<Address[]> {
  return control.query(sql`
    select address, broadcast_id as "broadcastId" from addresses where strpos(address, '.') > 0`)
}

/** A page of the addresses that were reserved some time ago, in order. */
export async function listReserved(
  control: Queryable<'control'>,
  { after, agedMs, limit }: { after: string; agedMs: number; limit: number },
): Promise<(Address & { by: string })[]> {
  return control.query(sql`
    select address, broadcast_id as "broadcastId", reserved_by as by from addresses
    where address > ${after} and reserved_at < now() - ${agedMs}::float8 * interval '1 millisecond'
    order by address limit ${limit}`)
}
