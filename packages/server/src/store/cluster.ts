import type { Db, Queryable } from './db.ts'
import { migrationMs } from './limits.ts'
import { waitForLock } from './locks.ts'
import { controlTables } from './planes.ts'
import { sql } from './sql.ts'

/** Whether a database is that of a Citus cluster. */
export async function isCluster(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>(
    sql`select exists (select from pg_extension where extname = 'citus') as found`,
  )
  return row?.found ?? false
}

/**
 * Divides the tables of content among the workers of a cluster, by broadcast: all rows of one broadcast are in one place. What was
 * divided before stays. Each table is a transaction of its own, so that an interrupted run goes on with the next.
 */
export async function distribute(db: Db): Promise<void> {
  while (
    await db.withLimit(migrationMs).transaction(async (tx) => {
      await waitForLock(tx, 'migration')
      const [next] = await findUndivided(tx)
      if (next === undefined) return false
      // A partition or a foreign key of a table that is divided in the same transaction is not seen in parallel.
      await tx.script('set local citus.multi_shard_modify_mode to sequential')
      const [column, together] = next === root ? ['id', 'default'] : ['broadcast_id', root]
      await tx.query(
        sql`select create_distributed_table(${next}::text::regclass, ${column}::text, colocate_with => ${together}::text)`,
      )
      return true
    })
  );
  await dropLocalRows(db)
}

/** Rows that were there before, such as those of a restored backup, are copied to the workers and stay on the disk of the coordinator. */
async function dropLocalRows(db: Db): Promise<void> {
  const tables = await db.query<{ name: string }>(
    sql`select logicalrelid::text as name from pg_dist_partition where pg_relation_size(logicalrelid) > 0 order by 1`,
  )
  for (const { name } of tables)
    await db.withLimit(migrationMs).transaction(async (tx) => {
      await tx.query(sql`select truncate_local_data_after_distributing_table(${name}::text::regclass)`)
    })
}

/** Tables of content that are not divided, in an order in which each can be: after those that it refers to. */
async function findUndivided(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ name: string; waits: boolean }>(sql`
    select c.relname as name, exists (
      select from pg_constraint f left join pg_dist_partition d on d.logicalrelid = f.confrelid
      where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid and d.logicalrelid is null
    ) as waits
    from pg_class c left join pg_dist_partition d on d.logicalrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and d.logicalrelid is null
      and c.relname <> all (${[...controlTables, 'migrations']}::text[])
    order by c.relname <> ${root}, c.relname`)
  return rows.filter(({ waits }) => !waits).map(({ name }) => name)
}

/** The table that has one row per broadcast. */
const root = 'broadcasts'
