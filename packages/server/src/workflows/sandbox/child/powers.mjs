import { isBuiltin, registerHooks } from 'node:module'
import { Socket } from 'node:net'

/** What of the process the child needs. */
export const { stdin, stdout } = process
export const exit = process.exit.bind(process)
export const settings = JSON.parse(process.argv[2])

/**
 * Takes away what the child does not need, before the engine is loaded; without `process` that takes no `require` for itself either.
 * Programs run in a VM that knows nothing of all this. It is for the day that one gets out of it.
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

/** Once everything is loaded nothing has a reason to change what all objects inherit. */
export function freezeInherited() {
  for (const { prototype } of [Object, Function, Array, String, Number, Boolean, Date, RegExp, Map, Set, Promise]) {
    Object.freeze(prototype)
  }
}

/** The engine asks the `Date` of the child for the time zone. That of the machine must not change what a program answers. */
function liveInUtc() {
  for (const part of ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds']) {
    Date.prototype[`get${part}`] = Date.prototype[`getUTC${part}`]
  }
  Date.prototype.getTimezoneOffset = () => 0
}
