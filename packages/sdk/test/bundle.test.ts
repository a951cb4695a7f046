import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { bundle } from './bundle.ts'

test('the whole client is less than 8 kB in a bundle, and signature verification alone is much smaller', async () => {
  const whole = gzipSync(await bundle("export * from 'sdk'")).length
  assert(whole < 8_000, `${whole} bytes`)
  const little = gzipSync(await bundle("export { verifyWebhook } from 'sdk'")).length
  assert(little < 1_500, `${little} bytes`)
})
