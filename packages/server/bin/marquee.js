#!/usr/bin/env node
// The service runs on the Node that `npm ci` brought. Started by an older one, this file starts that Node instead.
import { spawn } from 'node:child_process'
import module, { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
// Compiled code is kept from one run to the next, which saves two fifths of every start. Beside the code, as whoever can
// write it decides what runs; where it cannot be written, nothing is kept.
const cache = join(here, '../../../node_modules/.cache/marquee')
if (Number(process.versions.node.split('.')[0]) >= 24) {
  module.enableCompileCache(cache)
  // Imports of our own files name the whole file, so there is nothing to look up. Node would ask for the file, its real path
  // and its package, which is a quarter of the time that loading modules takes.
  module.registerHooks({
    resolve(name, context, next) {
      if (!name.startsWith('.') || !name.endsWith('.ts')) return next(name, context)
      return { url: new URL(name, context.parentURL).href, format: 'module-typescript', shortCircuit: true }
    },
  })
  await import(join(here, '../src/main.ts'))
} else {
  const node = join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin/node')
  const entry = join(here, '../src/attached.ts')
  // Nothing is sent over the channel: it closes when this process is gone, and then the other one ends too.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
  const env = { NODE_COMPILE_CACHE: cache, ...process.env }
  const child = spawn(node, [...process.execArgv, entry, ...process.argv.slice(2)], { env, stdio })
  if (process.env.npm_lifecycle_event !== undefined) endWithParent(() => child.kill('SIGTERM'))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', () => {
    process.stderr.write('Marquee needs the Node 24 that `npm ci` installs, and it is not there; run `npm ci` again.\n')
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 1 : (code ?? 1)
  })
}

/** Killed, npm tells nobody. The process above the service is this one, so the service cannot see that npm is gone. */
function endWithParent(end) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    end()
  }, 250).unref()
}
