#!/usr/bin/env node
// The service runs on the Node that `npm ci` brought. Started by an older one, this file starts that Node instead.
import { spawn } from 'node:child_process'
import module, { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const entry = join(here, '../src/main.ts')
if (Number(process.versions.node.split('.')[0]) >= 24) {
  // Compiled code is kept from one run to the next, which saves a third of every start. Beside the code, as whoever can
  // write it decides what runs; where it cannot be written, nothing is kept.
  module.enableCompileCache(join(here, '../../../node_modules/.cache/marquee'))
  await import(entry)
} else {
  const node = join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin/node')
  const child = spawn(node, [...process.execArgv, entry, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', () => {
    process.stderr.write('Marquee needs the Node 24 that `npm ci` installs, and it is not there; run `npm ci` again.\n')
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 1 : (code ?? 1)
  })
}
