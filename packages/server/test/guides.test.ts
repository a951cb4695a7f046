import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { buildApp } from '../../../scripts/build/build.ts'
import { ensureDemo } from '../src/demo/demo.ts'
import { options } from '../src/options.ts'
import { missing } from './support/programs.ts'
import { startService, type TestService } from './support/service.ts'

/** A ```bash block below `<!-- run -->`, or below `<!-- run fails -->` when its last command must fail. */
interface Step {
  line: number
  script: string
  mustFail: boolean
  /** The ```json block below `<!-- expect -->`: the minimum that the response must contain. */
  expected?: unknown
}

const docs = new URL('../../../docs/', import.meta.url)
const guides = (await readdir(new URL('guides/', docs))).filter((name) => name.endsWith('.md'))

/** A service with the demo, for the commands in guides. */
interface Stage {
  service: TestService
  demo: Awaited<ReturnType<typeof ensureDemo>>
}

let shared: Stage

suite('the guides', () => {
  const skip = missing('bash', 'curl')
  before(async () => {
    // The service reads the build of the app when it starts.
    await buildApp()
    shared = await newStage({})
  })
  after(() => shared?.service.stop())

  for (const guide of guides) {
    test(`the commands of ${guide} work in order and return what it says`, { skip }, async () => {
      const markdown = await readFile(new URL(`guides/${guide}`, docs), 'utf8')
      const steps = stepsOf(markdown)
      assert(steps.length > 0, `${guide} has no command to run`)
      const settings = settingsOf(markdown)
      const stage = settings ? await newStage(settings) : shared
      const outputs = await runInOneShell(steps, stage).finally(() => stage !== shared && stage.service.stop())
      for (const [index, { line, expected }] of steps.entries()) {
        if (expected === undefined) continue
        const output = outputs[index] ?? ''
        assertHolds(JSON.parse(output), expected, `${guide}:${line} answered ${output}`)
      }
    })
  }
})

test('docs/configuration.md and .env.example name every option with its default', async () => {
  const page = await readFile(new URL('configuration.md', docs), 'utf8')
  const rows = page.match(/^\| `[A-Z_]+` \|.*$/gm)
  assert.deepEqual(
    rows,
    options.map(
      (option) => `| \`${option.name}\` | ${option.default === '' ? '' : `\`${option.default}\``} | ${option.about} |`,
    ),
  )
  const example = await readFile(new URL('../.env.example', docs), 'utf8')
  assert.deepEqual(
    example.match(/^# ?[A-Z_]+=.*$/gm),
    options.map((option) => `# ${option.name}=${option.default}`),
  )
})

async function newStage(settings: Record<string, string>): Promise<Stage> {
  const service = await startService(settings)
  return { service, demo: await ensureDemo(service.platform) }
}

/** `<!-- service: NAME=value NAME=value -->`: options of the service for a guide, when it needs other than the defaults. */
function settingsOf(markdown: string): Record<string, string> | undefined {
  const [, settings] = /^<!-- service: (.+) -->$/m.exec(markdown) ?? []
  return settings && Object.fromEntries(settings.split(' ').map((setting) => setting.split('=')))
}

function stepsOf(markdown: string): Step[] {
  const steps: Step[] = []
  const blocks = /<!-- (run|run fails|expect) -->\n```(bash|json)\n([\s\S]*?)\n```$/gm
  for (const match of markdown.matchAll(blocks)) {
    const [, marker, language, content = ''] = match
    const line = markdown.slice(0, match.index).split('\n').length
    assert.equal(language, marker === 'expect' ? 'json' : 'bash', `the block at line ${line} has another language`)
    const last = steps.at(-1)
    if (marker !== 'expect') steps.push({ line, script: content, mustFail: marker === 'run fails' })
    else if (last) last.expected = JSON.parse(content)
  }
  assert.equal(steps.length, markdown.match(/<!-- run/g)?.length ?? 0, 'a marker has no block below it')
  return steps
}

/** Runs a whole guide in one bash, like in one terminal. Returns the output of each step. */
async function runInOneShell(steps: Step[], { service, demo }: Stage): Promise<string[]> {
  const script = [
    'set -euo pipefail',
    'curl() { command curl --fail-with-body -sS "$@"; }',
    `npx() { shift; node '${fileURLToPath(new URL('../bin/marquee.js', import.meta.url))}' "$@"; }`,
    ...steps.flatMap(({ line, script, mustFail }) => [
      `echo 'line ${line}' >&2`,
      mustFail ? `if { ${script}\n}; then echo 'it did not fail' >&2; exit 1; fi` : script,
      `echo '${separator}'`,
    ]),
  ]
  const shell = spawn('bash', ['-c', script.join('\n')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      HOME: process.env.HOME ?? '/',
      DATABASE_URL: service.config.databaseUrl,
      MARQUEE_SECRET_KEY: service.config.secretKeys?.map((key) => key.toString('base64')).join(','),
      MARQUEE_DATA_DIR: service.config.dataDir,
      MARQUEE_BASE_URL: service.config.baseUrl,
      MQ_URL: service.url,
      MQ_USER: demo.userId,
      MQ_BROADCAST: demo.broadcastId,
      MQ_KEY: demo.apiKey,
      MQ_EMAIL: 'ada@festival.example',
      MQ_PASSWORD: 'correct horse battery',
    },
  })
  const ended = new Promise<number | null>((resolve) => shell.once('close', resolve))
  const [output, fieldErrors, code] = await Promise.all([text(shell.stdout), text(shell.stderr), ended])
  assert.equal(code, 0, `bash ended with ${code}\n${fieldErrors}\n${output.split(separator).at(-1)}`)
  return output.split(`${separator}\n`)
}

const separator = '--- end of step ---'

/** Objects may have more members than expected, lists must match exactly. */
function assertHolds(actual: unknown, expected: unknown, context: string): void {
  if (typeof expected !== 'object' || expected === null) {
    assert.deepEqual(actual, expected, context)
    return
  }
  assert(typeof actual === 'object' && actual !== null, context)
  if (Array.isArray(expected)) assert.equal(Object.keys(actual).length, expected.length, context)
  for (const [name, value] of Object.entries(expected)) {
    assertHolds((actual as Record<string, unknown>)[name], value, context)
  }
}
