import { hash } from 'node:crypto'
import { type Connection, openClient } from '../connection.ts'
import { type CopiedTable, copyOf, copySettings } from './copy.ts'

/** What is in a table, whatever the order of its rows. */
export interface TableSum {
  rows: number
  sum: bigint
}

/** The sum of a copy of a table, in which each row is a line. */
export async function sumOf(copy: AsyncIterable<Buffer>): Promise<TableSum> {
  let [rows, sum] = [0, 0n]
  let rest = Buffer.alloc(0)
  for await (const some of copy) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, some]) : some
    let start = 0
    for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, start)) {
      rows += 1
      sum = BigInt.asUintN(64, sum + hash('sha256', bytes.subarray(start, end), 'buffer').readBigUInt64BE())
      start = end + 1
    }
    rest = Buffer.from(bytes.subarray(start))
  }
  return { rows, sum }
}

/** The tables whose rows differ from those that are expected. */
export async function findDifferent(
  connection: Connection,
  tables: CopiedTable[],
  expected: (table: CopiedTable) => AsyncIterable<Buffer>,
): Promise<string[]> {
  const client = await openClient(connection, { application_name: 'marquee restore' })
  try {
    await client.query(copySettings)
    const different: string[] = []
    for (const table of tables) {
      const [wanted, found] = [await sumOf(expected(table)), await sumOf(copyOf(client, table))]
      if (wanted.rows !== found.rows || wanted.sum !== found.sum) different.push(table.name)
    }
    return different
  } finally {
    await client.end().catch(() => {})
  }
}

const lineFeed = 10
