/**
 * Opens the embedded PostgreSQL in a separate process, for tests that kill it. Prints `open` and the socket folder when
 * ready, and closes when its input ends. Arguments: the module to open it with, the data folder, the role.
 */
const [, , modulePath = '', dataDir = '', role = ''] = process.argv
const { openEmbeddedPostgres }: typeof import('../../src/store/embedded.ts') = await import(modulePath)

try {
  const postgres = await openEmbeddedPostgres({ dataDir, role: role === 'service' ? 'service' : 'command' })
  console.log(`open ${postgres.connection.host}`)
  for await (const _ of process.stdin);
  await postgres.close()
} catch (error) {
  console.log(`failed ${error instanceof Error ? error.message : String(error)}`)
}
