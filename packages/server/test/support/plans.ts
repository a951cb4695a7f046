import type { Db, Tx } from '../../src/store/db.ts'
import { type Sql, sql } from '../../src/store/sql.ts'

/** Runs some work in a transaction that is rolled back. */
export async function undone(db: Db, work: (tx: Tx) => Promise<unknown>): Promise<void> {
  const undo = new Error('undo')
  const outcome = await db
    .transaction(async (tx) => {
      await work(tx)
      throw undo
    })
    .catch((error: unknown) => error)
  if (outcome !== undo) throw outcome
}

/** How many rows the plan of a statement touches. */
export async function touchedBy(tx: Pick<Tx, 'query'>, statement: Sql): Promise<number> {
  const [row] = await tx.query<{ 'QUERY PLAN': string }>(sql`explain (analyze, timing off, format json) ${statement}`)
  const [{ Plan: plan }]: [{ Plan: PlanNode }] = JSON.parse(row?.['QUERY PLAN'] ?? '')
  return touchedIn(plan)
}

interface PlanNode {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: PlanNode[]
}

const touchedIn = (node: PlanNode): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)) *
    node['Actual Loops'] +
  (node.Plans ?? []).reduce((sum, plan) => sum + touchedIn(plan), 0)
