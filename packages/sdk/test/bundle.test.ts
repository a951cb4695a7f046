import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'rolldown'

async function bundledBytes(code: string): Promise<number> {
  const index = fileURLToPath(new URL('../src/index.ts', import.meta.url))
  const { output } = await build({
    input: 'entry',
    write: false,
    output: { minify: true },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? id : undefined),
        load: (id) => (id === 'entry' ? code.replace('sdk', index) : undefined),
      },
    ],
  })
  assert.deepEqual(output[0].imports, [], 'it depends on nothing')
  return gzipSync(output[0].code).length
}

test('a page that uses all of it loads less than 8 kB, and one that checks signatures much less', async () => {
  const whole = await bundledBytes("export * from 'sdk'")
  assert(whole < 8_000, `${whole} bytes`)
  const little = await bundledBytes("export { verifyWebhook } from 'sdk'")
  assert(little < 1_500, `${little} bytes`)
})
