import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { pack } from '../../src/archive/pack.ts'

test('a reader that goes away leaves no open file', async () => {
  const endless = new Readable({
    read() {
      this.push(Buffer.alloc(65_536))
    },
  })
  const zip = pack({}, [{ path: 'media/film', open: async () => endless }], new Date())
  for await (const _ of zip) if (endless.readableDidRead) break
  if (!endless.destroyed) await once(endless, 'close')
  assert(endless.destroyed)
})

test('a file that cannot be read fails the archive', async () => {
  const open = () => Promise.reject(new Error('The storage is gone.'))
  await assert.rejects(Array.fromAsync(pack({}, [{ path: 'media/film', open }], new Date())), /The storage is gone/)
})
