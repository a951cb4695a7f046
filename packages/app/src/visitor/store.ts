/** Values by name that survive a reload. The service worker of a site reads the same ones. */
export interface Store {
  /** False where the browser keeps nothing, as in some private windows: then values last as long as the page. */
  isDurable: boolean
  get<T>(name: string): Promise<T | undefined>
  set(name: string, value: unknown): Promise<void>
  delete(name: string): Promise<void>
}

/** The names of the stored values. */
export const stored = { content: 'content', site: 'site', client: 'client', pictures: 'pictures' } as const

/**
 * The database of a site. Several sites may share an origin, so each has its own by its path. Some browsers never open one in a
 * private window, so it is waited for a while.
 */
export async function openStore(base: string, patienceMs: number): Promise<Store> {
  try {
    return databaseStore(await openDatabase(`marquee ${base}`, patienceMs))
  } catch {
    return memoryStore()
  }
}

export function memoryStore(): Store {
  const values = new Map<string, unknown>()
  return {
    isDurable: false,
    get: async <T>(name: string) => values.get(name) as T | undefined,
    set: async (name, value) => void values.set(name, value),
    delete: async (name) => void values.delete(name),
  }
}

function databaseStore(db: IDBDatabase): Store {
  const run = <T>(mode: IDBTransactionMode, act: (values: IDBObjectStore) => IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      const transaction = db.transaction(table, mode)
      const request = act(transaction.objectStore(table))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error)
    })
  return {
    isDurable: true,
    get: (name) => run('readonly', (values) => values.get(name)),
    async set(name, value) {
      await run('readwrite', (values) => values.put(value, name))
    },
    async delete(name) {
      await run('readwrite', (values) => values.delete(name))
    },
  }
}

function openDatabase(name: string, patienceMs: number): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => void request.result.createObjectStore(table)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
    setTimeout(() => reject(new Error('the database does not open')), patienceMs)
  })
}

const table = 'values'
