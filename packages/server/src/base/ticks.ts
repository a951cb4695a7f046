import { executionAsyncResource } from 'node:async_hooks'

/**
 * Keeps one object alive that `process.nextTick` allocates for a callback. When the garbage collector finds no such object
 * alive, V8 drops its hidden class, and Node allocates all further ones on the slow path: each tick costs three times as
 * much until the process ends, and every response needs several ticks.
 */
export function keepTicksQuick(): void {
  process.nextTick(() => keptAlive.add(executionAsyncResource()))
}

const keptAlive = new Set<object>()
