import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { suites } from '../../../../chaos/suites.ts'

const program = fileURLToPath(new URL('../../../../chaos/run.ts', import.meta.url))

/** The short form of `npm run chaos`. The seed differs from run to run and is in the output. */
describe('chaos', () => {
  const usual = Object.entries(suites).filter(([, { needsCluster }]) => !needsCluster)
  for (const [name] of usual)
    it(`${name} holds`, { timeout: 300_000 }, async () => {
      const { code, output } = await run(name)
      assert.equal(code, 0, output)
      assert.match(output, /^held {2}/m)
    })
})

function run(name: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, name, '--quick'], (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, output: stdout + stderr }),
    )
  })
}
