import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { bundle } from './bundle.ts'

test('a page that uses all of it loads less than 8 kB, and one that checks signatures much less', async () => {
  const whole = gzipSync(await bundle("export * from 'sdk'")).length
  assert(whole < 8_000, `${whole} bytes`)
  const little = gzipSync(await bundle("export { verifyWebhook } from 'sdk'")).length
  assert(little < 1_500, `${little} bytes`)
})
