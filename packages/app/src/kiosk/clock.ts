/** Calls back at every multiple of a duration. There is one timer at any time, so nothing adds up over weeks. */
export function turnAt(everyMs: number, turn: () => void): void {
  setTimeout(
    () => {
      turn()
      turnAt(everyMs, turn)
    },
    everyMs - (Date.now() % everyMs),
  )
}
