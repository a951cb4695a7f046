import type pg from 'pg'
import { to } from 'pg-copy-streams'

/** A table and the columns that are copied. */
export interface CopiedTable {
  name: string
  columns: string[]
}

/**
 * The same text for the same value on every server. A table is read from its beginning, so that two copies of equal tables are
 * equal. Copies take as long as the disk and the network need.
 */
export const copySettings = `set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
  set bytea_output = 'hex'; set synchronize_seqscans = off; set client_encoding = 'UTF8';
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`

/** A name of the catalog as an identifier. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** A query, because a copy of the timeline itself has no rows of its months. */
export function copyOf(client: pg.Client, { name, columns }: CopiedTable) {
  return client.query(to(`copy (select ${columns.map(quoted).join(', ')} from ${quoted(name)}) to stdout`))
}
