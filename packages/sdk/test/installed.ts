import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../', import.meta.url))
const bin = join(root, 'node_modules/.bin')

/** A folder whose node_modules contains only the packed SDK. */
export async function installPacked(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'marquee-sdk-'))
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` }
  await run('npm', ['run', 'build', '--workspace', 'packages/sdk'], { cwd: root, env })
  const { stdout } = await run('npm', ['pack', './packages/sdk/dist', '--json', '--pack-destination', folder], {
    cwd: root,
    env,
  })
  const [{ filename }] = JSON.parse(stdout)
  const target = join(folder, 'node_modules/@marquee/sdk')
  await mkdir(target, { recursive: true })
  await run('tar', ['-xzf', join(folder, filename), '--strip-components=1', '-C', target])
  return folder
}

/** Compiles the code blocks of the README as a separate program, runs it without type stripping, and returns its output. */
export async function runReadme(folder: string, env: Record<string, string>): Promise<string> {
  const readme = await readFile(join(folder, 'node_modules/@marquee/sdk/README.md'), 'utf8')
  const blocks = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code)
  // The only Node type declared here; the rest of the program is the README, verbatim.
  const declared = 'declare const process: { env: Record<string, string | undefined> }\n'
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'program.ts'), declared + blocks.join('\n'))
  const options = [
    '--strict',
    '--exactOptionalPropertyTypes',
    '--target',
    'es2022',
    '--module',
    'nodenext',
    '--lib',
    'es2024,dom,dom.asynciterable',
  ]
  const types = ['--typeRoots', join(folder, 'none')]
  await run(join(bin, 'tsc'), [...options, ...types, 'program.ts'], { cwd: folder }).catch((error) => {
    throw new Error(`the README does not compile:\n${error.stdout}`)
  })
  const { stdout } = await run(process.execPath, ['--no-experimental-strip-types', 'program.js'], {
    cwd: folder,
    env: { ...env, PATH: process.env.PATH },
  })
  return stdout
}
