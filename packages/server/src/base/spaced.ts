/** Calls at once, and with the same name again only after a pause: what is asked for meanwhile is one more call at its end. */
export function spaced(call: (name: string) => void, pauseMs: number): (name: string) => void {
  /** The names that were called lately, and whether they are asked for again. */
  const pausing = new Map<string, boolean>()
  const ask = (name: string): void => {
    if (pausing.has(name)) {
      pausing.set(name, true)
      return
    }
    pausing.set(name, false)
    const timer = setTimeout(() => {
      const isAsked = pausing.get(name)
      pausing.delete(name)
      if (isAsked) ask(name)
    }, pauseMs)
    timer.unref()
    call(name)
  }
  return ask
}
