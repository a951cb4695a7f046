import { guest } from './guest.mjs'
import { cappedMemory, rememberMemory } from './memory.mjs'

/**
 * A fresh VM: a WASM instance with its own memory, runtime and context. After a job `renew` restores its initial
 * state: all state of a WASM instance is in its memory. False means that it must be replaced. It is never disposed
 * of, because that can abort once memory has run out.
 */
export async function createVm({ quickjs, wasmModule, limits }) {
  const { newQuickJSWASMModule, newVariant, RELEASE_SYNC } = quickjs
  const state = { isFull: false, isInterrupted: false, deadlineMs: Number.POSITIVE_INFINITY }
  const memory = cappedMemory(limits.memoryBytes, () => {
    state.isFull = true
  })
  const engine = await newQuickJSWASMModule(
    newVariant(RELEASE_SYNC, { wasmModule, wasmMemory: memory, emscriptenModule: { preRun: [writeTextFast] } }),
  )
  const runtime = engine.newRuntime({
    maxStackSizeBytes: limits.stackBytes,
    interruptHandler() {
      state.isInterrupted ||= performance.now() > state.deadlineMs
      return state.isInterrupted
    },
  })
  const context = runtime.newContext()
  const functions = context.unwrapResult(
    context.evalCode(`(${guest}\n)(${JSON.stringify(limits)})`, 'guest', { type: 'global', strict: true }),
  )
  const named = (name) => context.getProp(functions, name)
  const [begin, settle, describe, logs] = ['begin', 'settle', 'describe', 'logs'].map(named)
  const call = (guestFunction, ...values) => context.callFunction(guestFunction, context.undefined, ...values)
  const restore = rememberMemory(memory, limits.stackBytes)
  return {
    runtime,
    context,
    memory,
    begin: (variables) =>
      call(begin, context.newString(variables), ...[0, 0, 0].map(() => context.newNumber(randomSeed()))),
    settle: (value) => call(settle, value),
    describe: (error) => call(describe, error),
    logs: () => call(logs),
    isFull: () => state.isFull,
    isInterrupted: () => state.isInterrupted,
    allowMs(ms) {
      state.isInterrupted = false
      state.deadlineMs = performance.now() + ms
    },
    renew: () => restore(),
  }
}

/** The loader copies texts into the VM character by character, 20 ms per MiB; Node does it in one call. */
function writeTextFast(engine) {
  engine.lengthBytesUTF8 = (text) => Buffer.byteLength(text)
  engine.stringToUTF8 = (text, at, size) => {
    const { written } = encoder.encodeInto(text, engine.HEAPU8.subarray(at, at + size - 1))
    engine.HEAPU8[at + written] = 0
    return written
  }
}

const encoder = new TextEncoder()
const randomSeed = () => Math.floor(Math.random() * 2 ** 32) | 0
