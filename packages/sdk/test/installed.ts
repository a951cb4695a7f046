import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../', import.meta.url))
const bin = join(root, 'node_modules/.bin')
const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` }

/** A project whose only dependency is the packed SDK. */
export async function installPacked(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'marquee-sdk-'))
  const file = await pack(folder)
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', file], { cwd: folder, env })
  return folder
}

/** Packs a copy of the package, because packing changes its manifest for a moment and other tests read it. */
async function pack(folder: string): Promise<string> {
  const copy = join(folder, 'repository')
  await mkdir(join(copy, 'packages'), { recursive: true })
  const skipped = /\/(dist|node_modules)$/
  for (const path of ['packages/sdk', 'scripts', 'LICENSE', 'package.json', 'tsconfig.json'])
    await cp(join(root, path), join(copy, path), { recursive: true, filter: (source) => !skipped.test(source) })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  const { stdout } = await run('npm', ['pack', './packages/sdk', '--json', '--pack-destination', folder], {
    cwd: copy,
    env,
  })
  const [{ filename }] = JSON.parse(stdout)
  return join(folder, filename)
}

/** The README's code blocks as one program, with the only Node type that they need. */
export async function readmeProgram(folder: string): Promise<string> {
  const readme = await readFile(join(folder, 'node_modules/@marquee/sdk/README.md'), 'utf8')
  const blocks = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code)
  return `declare const process: { env: Record<string, string | undefined> }\n${blocks.join('\n')}`
}

/** Compiles a TypeScript program with every check of declarations on, and without the types of Node. */
export async function compile(folder: string, name: string, code: string, lib: string): Promise<void> {
  await writeFile(join(folder, `${name}.ts`), code)
  const options = ['--strict', '--exactOptionalPropertyTypes', '--target', 'es2022', '--module', 'nodenext']
  const types = ['--typeRoots', join(folder, 'none'), '--skipLibCheck', 'false']
  await run(join(bin, 'tsc'), [...options, ...types, '--lib', lib, `${name}.ts`], { cwd: folder }).catch((error) => {
    throw new Error(`${name}.ts does not compile:\n${error.stdout}`)
  })
}

/** Runs a JavaScript file without type stripping, and returns its output. */
export async function runProgram(folder: string, name: string, settings: Record<string, string>): Promise<string> {
  const { stdout } = await run(process.execPath, ['--no-experimental-strip-types', `${name}.js`], {
    cwd: folder,
    env: { ...settings, PATH: process.env.PATH },
  })
  return stdout
}
