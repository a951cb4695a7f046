import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'

suite('on a machine without a browser or a program', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'marquee-test-'))
    for (const name of ['one', 'two']) await writeFile(join(folder, `${name}.test.ts`), testFile)
  })
  after(() => rm(folder, { recursive: true, force: true }))

  test('tests that need one are skipped, the others run, and the last lines count the skipped tests of all files', () => {
    const { status, lines } = runTests({ MARQUEE_TEST_BROWSER: 'none', MARQUEE_TEST_NO_SKIPS: '' })
    assert.equal(status, 0, lines.join('\n'))
    assert(lines.includes('ℹ pass 2'), lines.join('\n'))
    assert(lines.includes('ℹ skipped 6'), lines.join('\n'))
    assert.deepEqual(lines.slice(-2), [
      '2 tests were skipped: no a-program-that-nobody-has found. Install it, then run npm test again.',
      '4 browser tests were skipped: no Chromium found. Install Chromium or set MARQUEE_TEST_BROWSER=/path/to/chromium, then run npm test again.',
    ])
  })

  test('they fail when MARQUEE_TEST_NO_SKIPS is set', () => {
    const { status, lines } = runTests({ MARQUEE_TEST_BROWSER: 'none', MARQUEE_TEST_NO_SKIPS: 'true' })
    assert.equal(status, 1)
    assert(lines.includes('ℹ skipped 0'), lines.join('\n'))
    assert(
      lines.some((line) => /Error: no Chromium found\. Install Chromium/.test(line)),
      lines.join('\n'),
    )
  })

  /** Runs tests like `npm test`, with the same reporter. */
  function runTests(env: Record<string, string>) {
    const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
    const { status, stdout } = spawnSync(process.execPath, ['--test', `--test-reporter=${support}reporter.ts`], {
      cwd: folder,
      env: { ...inherited, ...env },
      encoding: 'utf8',
      timeout: 60_000,
    })
    return { status, lines: stdout.trimEnd().split('\n') }
  }
})

const support = fileURLToPath(new URL('../support/', import.meta.url))

const testFile = `
import { suite, test } from 'node:test'
import { launchBrowser } from '${support}browser.ts'
import { before, test as browserTest } from '${support}browser-test.ts'
import { missing } from '${support}programs.ts'

suite('in a browser', () => {
  before(async () => {
    const browser = await launchBrowser()
    await browser.close()
  })
  browserTest('looks', () => {})
  browserTest('clicks', () => {})
})
test('computes', () => {})
test('calls', { skip: missing('a-program-that-nobody-has') }, () => {})
`
