import { readFileSync, realpathSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { maxJobBytes } from './job.ts'
import type { SandboxLimits } from './limits.ts'

/** The command line of a child. */
export interface SandboxCommand {
  file: string
  /** Options that restrict it. */
  flags: string[]
  /** Its script and settings. */
  args: string[]
  folder: string
}

/**
 * The same Node as the service, allowed to read only the child's own folder and the packages of the engine. It cannot
 * start processes, write files or load native code. Node 24 cannot forbid the network; the child deletes what could use it.
 */
export function sandboxCommand(limits: SandboxLimits): SandboxCommand {
  const folder = fileURLToPath(new URL('child', import.meta.url))
  const packages = packageFolders('quickjs-emscripten', fileURLToPath(import.meta.url))
  const settings = {
    limits,
    maxFrameBytes: maxJobBytes(limits),
    // Resolved by the service, because the child cannot access other folders: `node_modules` can be a link.
    engine: import.meta.resolve('quickjs-emscripten'),
    wasmFile: join(packages.get('@jitl/quickjs-wasmfile-release-sync') ?? '', 'dist/emscripten-module.wasm'),
  }
  return {
    file: process.execPath,
    flags: [
      '--permission',
      ...[folder, ...packages.values()].map((path) => `--allow-fs-read=${path}`),
      '--max-old-space-size=96',
      '--disallow-code-generation-from-strings',
      '--disable-proto=delete',
    ],
    args: [join(folder, 'main.mjs'), JSON.stringify(settings)],
    folder,
  }
}

/** The real paths of a package and all its dependencies. */
function packageFolders(name: string, from: string, found = new Map<string, string>()) {
  if (found.has(name)) return found
  const manifest = findPackageJSON(name, from)
  if (manifest === undefined) throw new Error(`The package ${name} is not installed.`)
  const real = realpathSync(manifest)
  found.set(name, dirname(real))
  const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(readFileSync(real, 'utf8'))
  for (const dependency of Object.keys(dependencies)) packageFolders(dependency, real, found)
  return found
}
