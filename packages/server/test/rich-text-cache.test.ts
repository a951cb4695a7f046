import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { createThreads } from '../src/base/threads.ts'
import { createRenderer } from '../src/content/rendering.ts'
import { cleanHtml, excerptOf } from '../src/content/rich-text.ts'
import { createRichText } from '../src/content/rich-text-cache.ts'

const richText = createRichText()
after(() => richText.close())

const heavy = (index: number) => `<p>${index}${'<b>x</b>'.repeat(9_000)}`

test('short content is rendered at once; heavy content once in a thread, and then cached', async () => {
  assert.equal(richText.html('one', '<b onclick=x>short</b>', 'html'), '<b>short</b>')
  const making = richText.html('one', heavy(1), 'html')
  assert(making instanceof Promise)
  assert.equal(richText.html('one', heavy(1), 'html'), making, 'concurrent requests share the work')
  assert.equal(await making, cleanHtml(heavy(1), 'html'))
  assert.equal(richText.html('another', heavy(1), 'html'), cleanHtml(heavy(1), 'html'))
  const rows = `|a|b|\n|-|-|\n${'|a|b|\n'.repeat(3_000)}`
  assert.equal(await richText.excerpt('one', rows, 'markdown'), excerptOf(rows, 'markdown'))
})

test('an ordinary article does not wait for heavy ones', async () => {
  const done: string[] = []
  const slow = [2, 3, 4, 5].map(async (index) => {
    await richText.html('heavy', heavy(index).repeat(2), 'html')
    done.push('heavy')
  })
  const ordinary = (async () => {
    await richText.html('other', `<p>${'<i>y</i>'.repeat(700)}`, 'html')
    done.push('ordinary')
  })()
  await Promise.all([...slow, ordinary])
  assert(done.indexOf('ordinary') < 3, done.join())
})

test('a write never waits for rich text: it is retried when that is ready', async () => {
  const made: unknown[] = []
  await createRenderer(richText).write('one', async (rendering) => {
    made.push(rendering.html(heavy(20), 'html'))
  })
  assert.deepEqual(made, [cleanHtml(heavy(20), 'html')], 'the first attempt was aborted')
})

test('cached results are evicted when the cache is full, and rendered again', async () => {
  const small = createRichText({ maxBytes: 200_000 })
  for (let index = 10; index < 13; index++) await small.html('one', heavy(index), 'html')
  assert(small.html('one', heavy(10), 'html') instanceof Promise)
  assert.equal(typeof small.html('one', heavy(12), 'html'), 'string')
  await small.close()
})

describe('threads', () => {
  const script = new URL('./support/echo-thread.ts', import.meta.url)

  test('serve the groups round-robin', async () => {
    const threads = createThreads<object, string>({ script, timeoutMs: 10_000 })
    const done: string[] = []
    const run = async (group: string, name: string) => {
      await threads.run(group, { name })
      done.push(name)
    }
    await Promise.all([run('a', 'a1'), run('a', 'a2'), run('a', 'a3'), run('b', 'b1'), run('b', 'b2')])
    assert.deepEqual(done, ['a1', 'a2', 'b1', 'a3', 'b2'])
    await threads.close()
  })

  test('a task that times out or crashes its thread is aborted, and the next one runs', async () => {
    const threads = createThreads<object, string>({ script, timeoutMs: 3_000 })
    const endless = threads.run('a', { name: 'endless' })
    const next = threads.run('a', { name: 'next' })
    assert.equal(await endless, undefined)
    assert.equal(await next, 'next')
    assert.equal(await threads.run('a', { name: 'throws' }), undefined)
    assert.equal(await threads.run('a', { name: 'after' }), 'after')
    await threads.close()
    assert.equal(await threads.run('a', { name: 'closed' }), undefined)
  })
})
