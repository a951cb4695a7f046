import assert from 'node:assert/strict'
import { openClient } from '../../src/store/connection.ts'
import type { Db } from '../../src/store/db.ts'

/** Collects the statements of a service on a cluster, to explain them when it stops. Those of tests may ask whom they want. */
export function watchPlans(db: Db, url: string): { check(): Promise<void> } {
  const seen = new Map<string, readonly unknown[]>()
  Error.stackTraceLimit = 40
  const stop = db.onStatement((text, values) => {
    if (!seen.has(text) && !isOfTest(new Error().stack ?? '')) seen.set(text, [...values])
  })
  return {
    async check() {
      stop()
      // The node that made the database may have stopped before, and dropped it.
      const client = await openClient(url, {}).catch((error: { code?: string }) => {
        if (error.code !== '3D000') throw error
        return undefined
      })
      if (!client) return
      const scattered: string[] = []
      try {
        for (const [text, values] of seen) {
          if (isKnown(text)) continue
          const plan = await client
            .query({ text: `explain (costs off) ${text}`, values: [...values], rowMode: 'array' })
            .then(({ rows }) => rows.flat().join('\n'))
            // What cannot be explained, such as settings, concerns no table.
            .catch(() => '')
          if (isScattered(plan)) scattered.push(`${text.replaceAll(/\s+/g, ' ').slice(0, 400)}\n${plan}`)
        }
      } finally {
        await client.end()
      }
      assert.deepEqual(scattered, [], 'each statement is answered by one shard')
    },
  }
}

/** Whether the caller of the store is a test. */
function isOfTest(stack: string): boolean {
  const caller = stack.split('\n').find((line) => line.includes('/packages/server/') && !inStore.test(line))
  return caller?.includes('/packages/server/test/') ?? false
}
const inStore = /\/packages\/server\/(src\/store|test\/support\/cluster-plans)/

/** Statements that ask several broadcasts, on purpose: at the start, once an hour, for metrics, or which domains are served. */
const askAll = [
  /select distinct broadcast_id from/,
  /union select broadcast_id from workflow_triggers/,
  /as queue, count/,
  /(from|update) stored_files( s)?( set \w+ = \S+)?\s+where \(?(state|stripped_hash)/,
  /from media_files f\s+join broadcasts b/,
  /keys ->> 'domain' as domain/,
  /^\s*delete from timeline_\w+ where month/,
  /^\s*delete from media_files where \(broadcast_id, location\) in/,
  // The first time that a process serves a file, whose address does not name the broadcast.
  /where\s+f.media_id = \$1 and f.name = \$2/,
  // The same when an archive with files is restored under the ids that it has.
  /from media_files where media_id = any/,
  // The broadcasts of a person.
  /where m.broadcast_id = any/,
]
const isKnown = (text: string) => askAll.some((pattern) => pattern.test(text))

const isScattered = (plan: string) =>
  [...plan.matchAll(/Task Count: (\d+)/g)].some(([, count]) => count !== '1') ||
  /Distributed Subplan|pull to coordinator/.test(plan)
