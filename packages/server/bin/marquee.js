#!/usr/bin/env node
// The service runs on the Node that `npm ci` brought. Started by an older one, this file starts that Node instead.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const entry = join(dirname(fileURLToPath(import.meta.url)), '../src/main.ts')
if (Number(process.versions.node.split('.')[0]) >= 24) {
  await import(entry)
} else {
  const node = join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin/node')
  const child = spawn(node, [entry, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 1 : (code ?? 1)
  })
}
