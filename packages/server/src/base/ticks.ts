import { executionAsyncResource } from 'node:async_hooks'

/**
 * Holds what `process.nextTick` makes for a callback. When the garbage collector finds no such object alive, V8 forgets
 * its shape, and from then on Node makes all of them by the slow way: each tick costs three times as much for as long as
 * the process lives, and every answer takes several. While one is held the shape is known.
 */
export function keepTicksQuick(): void {
  process.nextTick(() => held.add(executionAsyncResource()))
}

const held = new Set<object>()
