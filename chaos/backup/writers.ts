import { type BenchBroadcast, type BenchService, newBroadcast } from '../../bench/service.ts'
import type { Random } from '../random.ts'

/** Clients that write until they are stopped, and remember what was acknowledged. */
export interface Writers {
  broadcasts: BenchBroadcast[]
  /** The newest acknowledged title of each session; null after a deletion. Those with a request under way are left out. */
  acknowledged(): Map<string, string | null>
  /** The acknowledged uploads: media by id. */
  uploads(): Set<string>
  writes(): number
  stop(): Promise<void>
}

export async function startWriters(service: BenchService, random: Random, count: number): Promise<Writers> {
  const broadcasts: BenchBroadcast[] = []
  for (let index = 0; index < count; index++) broadcasts.push(await newBroadcast(service, `Backup${index}`))
  const titles = new Map<string, string | null>()
  const underWay = new Set<string>()
  const uploads = new Set<string>()
  let writes = 0
  let isWriting = true

  const writeOnce = async (broadcast: BenchBroadcast, own: string[]) => {
    const title = `Title ${random.below(1_000_000)} \\ "quoted"\n\ttab ñ 🎪`
    const id = own.length > 0 ? random.pick(own) : undefined
    const choice = random.next()
    if (choice < 0.1) {
      const media = await upload(service, broadcast, `file ${random.below(2 ** 30)}`)
      uploads.add(media)
    } else if (id === undefined || choice < 0.5) {
      const { status, body } = await broadcast.call('POST', `${broadcast.path}/broadcastSessions`, { title })
      if (status !== 201) throw new Error(`a create answered ${status}`)
      titles.set(body._id, title)
      own.push(body._id)
    } else {
      underWay.add(id)
      const isDelete = choice > 0.9
      const { status } = await broadcast.call(
        isDelete ? 'DELETE' : 'PATCH',
        `${broadcast.path}/broadcastSessions/${id}`,
        isDelete ? undefined : { title },
      )
      if (status >= 300) throw new Error(`a write answered ${status}`)
      titles.set(id, isDelete ? null : title)
      if (isDelete) own.splice(own.indexOf(id), 1)
      underWay.delete(id)
    }
    writes += 1
    // A steady load, below what the machine can do: it also has to run the commands.
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const running = Promise.all(
    broadcasts.map(async (broadcast) => {
      const own: string[] = []
      while (isWriting) await writeOnce(broadcast, own)
    }),
  )
  // Reported by `stop`, and not as unhandled before.
  running.catch(() => {})
  return {
    broadcasts,
    acknowledged: () => new Map([...titles].filter(([id]) => !underWay.has(id))),
    uploads: () => new Set(uploads),
    writes: () => writes,
    async stop() {
      isWriting = false
      await running
    },
  }
}

async function upload({ url }: BenchService, { authorization, path }: BenchBroadcast, text: string): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([text], { type: 'text/plain' }), 'note.txt')
  const response = await fetch(`${url}${path}/medias/upload`, { method: 'POST', headers: authorization, body: form })
  const answer = await response.text()
  if (!response.ok) throw new Error(`an upload answered ${response.status}: ${answer}`)
  return JSON.parse(answer).data[0]._id
}
