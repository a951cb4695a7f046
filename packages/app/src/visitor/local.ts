/** Small values that are read at once, and shared by the tabs of a site. */
export interface Local {
  read(name: string): unknown
  write(name: string, value: unknown): void
  /** Calls back when another tab has written. */
  onChange(listener: (name: string) => void): void
}

export function openLocal(base: string): Local {
  const prefix = `marquee ${base} `
  const memory = new Map<string, string>()
  return {
    read(name) {
      try {
        return JSON.parse(storage()?.getItem(prefix + name) ?? memory.get(name) ?? 'null')
      } catch {
        return null
      }
    },
    write(name, value) {
      const text = JSON.stringify(value)
      memory.set(name, text)
      try {
        storage()?.setItem(prefix + name, text)
      } catch {
        // Full or forbidden: it lasts as long as the page.
      }
    },
    onChange(listener) {
      addEventListener('storage', ({ key }) => {
        if (key?.startsWith(prefix)) listener(key.slice(prefix.length))
      })
    },
  }
}

/** For previews, which keep nothing. */
export function memoryLocal(): Local {
  const values = new Map<string, unknown>()
  return {
    read: (name) => values.get(name) ?? null,
    write: (name, value) => void values.set(name, value),
    onChange() {},
  }
}

/** Reading it throws where the visitor has forbidden storage. */
function storage(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}
