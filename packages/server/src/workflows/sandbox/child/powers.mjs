import { isBuiltin, registerHooks } from 'node:module'
import { Socket } from 'node:net'

/** The parts of `process` that the child needs. */
export const { stdin, stdout } = process
const { pid } = process
const kill = process.kill.bind(process)
/** Ends the child at once. `process.exit` waits for the threads of V8, which have been seen to wait for ever. */
export const exit = () => kill(pid, 'SIGKILL')
export const settings = JSON.parse(process.argv[2])

/**
 * Removes everything the child does not need, before the engine is loaded; without `process` the engine cannot get `require` either.
 * Programs run in a VM without access to any of this. It is defense in depth, in case one escapes.
 */
export function giveUpPowers() {
  registerHooks({
    resolve(specifier, context, next) {
      if (isBuiltin(specifier)) throw new Error('The sandbox is closed.')
      return next(specifier, context)
    },
  })
  // Node 24 has no flag that forbids the network.
  Socket.prototype.connect = () => {
    throw new Error('The sandbox has no network.')
  }
  for (const name of ['binding', '_linkedBinding', 'dlopen', 'getBuiltinModule', 'kill']) delete process[name]
  for (const name of ['process', 'global', 'fetch', 'WebSocket', 'EventSource', 'navigator']) delete globalThis[name]
  liveInUtc()
}

/** After loading, nothing has a reason to change built-in prototypes. */
export function freezeInherited() {
  for (const { prototype } of [Object, Function, Array, String, Number, Boolean, Date, RegExp, Map, Set, Promise]) {
    Object.freeze(prototype)
  }
}

/** The engine uses the `Date` of the child for the time zone. That of the machine must not affect the result of a program. */
function liveInUtc() {
  for (const part of ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds']) {
    Date.prototype[`get${part}`] = Date.prototype[`getUTC${part}`]
  }
  Date.prototype.getTimezoneOffset = () => 0
}
