import { readFileSync } from 'node:fs'
import { createFrameReader, frameOf } from './frames.mjs'
import { startSmall } from './memory.mjs'
import { exit, freezeInherited, giveUpPowers, settings, stdin, stdout } from './powers.mjs'
import { runProgram, timedOut } from './program.mjs'
import { within } from './stopwatch.mjs'
import { createVm } from './vm.mjs'

/**
 * A child: takes jobs from its input, one after the other, and writes each result to its output. The next VM is prepared in advance, because
 * creating one takes longer than most programs. When the input ends, the service has ended, and the child exits.
 */
const { engine, limits, maxFrameBytes, wasmFile } = settings
const wasmModule = new WebAssembly.Module(startSmall(readFileSync(wasmFile)))

giveUpPowers()
const quickjs = await import(engine)
const makeVm = () => createVm({ quickjs, wasmModule, limits })
let nextVm = makeVm()
await nextVm
freezeInherited()

stdin.on('data', createFrameReader(maxFrameBytes, answer))
stdin.on('end', () => exit())
stdout.write(frameOf([]))

async function answer([head, variables, ...sources]) {
  const { kind, limitMs } = JSON.parse(head.toString())
  const job = { kind, limitMs, variables: variables.toString(), sources: sources.map(String) }
  const vm = await nextVm
  const { values = [], ...reply } = within(limitMs + handlerMs, () => runProgram(vm, job, limits)) ?? timedOut(job)
  stdout.write(frameOf([JSON.stringify(reply), ...values]))
  if (!reply.isSpent && !vm.renew()) nextVm = makeVm()
}

/** The engine's own handler runs first, because it leaves a VM whose output can still be read. */
const handlerMs = 40
