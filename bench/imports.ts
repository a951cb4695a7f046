import { setTimeout as sleep } from 'node:timers/promises'
import { atMost, type Figure, type Suite, told } from './figure.ts'
import { memoryMb } from './process-use.ts'
import { startOf } from './seed.ts'
import { type BenchBroadcast, type BenchService, newBroadcast, newService } from './service.ts'

/** A programme of 10,000 sessions comes in as one file, and once more with half of its sessions changed. */
export const importSuite: Suite = async ({ isQuick, profileDir }) => {
  const total = isQuick ? 500 : 10_000
  const service = await newService({ profileDir })
  await service.start()
  try {
    const broadcast = await newBroadcast(service, 'Imports')
    const sessions = total.toLocaleString('en')
    const first = await importOf(service, broadcast, `${sessions} sessions`, scheduleOf(total, 1))
    const revision = `a revision that changes half of ${sessions} sessions`
    const second = await importOf(service, broadcast, revision, scheduleOf(total, 2))
    return [
      ...first.figures,
      atMost('memory of the service during the import', first.peakMb, 300, 'MB'),
      ...second.figures,
      told('memory of the service during the revision', second.peakMb, 'MB'),
    ]
  } finally {
    await service.remove()
  }
}

/** Time and memory of the preview and of applying it. */
async function importOf(
  service: BenchService,
  broadcast: BenchBroadcast,
  name: string,
  xml: string,
): Promise<{ figures: Figure[]; peakMb: number }> {
  const memory = watchMemory(service.pid())
  const previewBegan = performance.now()
  const form = new FormData()
  form.append('file', new Blob([xml], { type: 'application/xml' }), 'schedule.xml')
  const response = await fetch(`${service.url}${broadcast.path}/imports?dry_run=true`, {
    method: 'POST',
    headers: broadcast.authorization,
    body: form,
  })
  const preview = (await response.json()) as { _id: string }
  if (response.status !== 200) throw new Error(`the preview was refused: ${JSON.stringify(preview)}`)
  const previewed = (performance.now() - previewBegan) / 1_000

  const applyBegan = performance.now()
  const at = `${broadcast.path}/imports/${preview._id}`
  const started = await broadcast.call('POST', `${at}/apply`)
  if (started.status !== 202) throw new Error(`the import was refused: ${JSON.stringify(started.body)}`)
  let status = 'applying'
  while (status === 'applying') {
    await sleep(100)
    const { body } = await broadcast.call('GET', at)
    status = body.status
  }
  if (status !== 'applied') throw new Error(`the import ended ${status}`)
  const applied = (performance.now() - applyBegan) / 1_000
  const figures = [
    atMost(`preview of ${name}`, previewed, 10, 's', `${(xml.length / 1_048_576).toFixed(1)} MB of XML`),
    atMost(`import of ${name}`, applied, 30, 's'),
  ]
  return { figures, peakMb: await memory.peak() }
}

/** The largest resident memory of a process until it is asked for. */
function watchMemory(pid: number) {
  let peak = 0
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      peak = Math.max(peak, await memoryMb(pid))
      await sleep(50)
    }
  })()
  return {
    async peak() {
      isOver = true
      await watching
      return peak
    },
  }
}

/** A frab schedule. From the second revision on each changes the titles of every other session. */
export function scheduleOf(total: number, revision: number): string {
  const days = Math.ceil(total / perDay)
  const day = (number: number) => {
    const from = number * perDay
    const events = Array.from({ length: Math.min(perDay, total - from) }, (_, index) => from + index)
    const rooms = Array.from({ length: roomCount }, (_, room) => {
      const inRoom = events.filter((event) => event % roomCount === room)
      return `<room name="Stage ${room + 1}">${inRoom.map((event) => eventOf(event, revision)).join('')}</room>`
    })
    return `<day index="${number + 1}" date="${startOf(from).slice(0, 10)}">${rooms.join('')}</day>`
  }
  const conference =
    '<conference><title>River festival</title><acronym>river</acronym><time_zone_name>Europe/Paris</time_zone_name></conference>'
  return `<?xml version="1.0" encoding="UTF-8"?><schedule><version>${revision}</version>${conference}${Array.from({ length: days }, (_, number) => day(number)).join('')}</schedule>`
}

function eventOf(index: number, revision: number): string {
  const title = `Concert ${index} on the river stage${revision > 1 && (index + revision) % 2 === 0 ? `, version ${revision}` : ''}`
  const start = startOf(index)
  const people = [index % personCount, (index * 7 + 1) % personCount]
    .map((person) => `<person id="${person}">Musician ${person}</person>`)
    .join('')
  return `<event id="${index}" guid="00000000-0000-4000-8000-${String(index).padStart(12, '0')}">
<date>${start.replace('.000Z', '+00:00')}</date><start>${start.slice(11, 16)}</start><duration>00:45</duration>
<room>Stage ${(index % roomCount) + 1}</room><slug>concert-${index}</slug><title>${title}</title><subtitle>Evening</subtitle>
<track>Music</track><type>concert</type><language>fr</language>
<abstract>Doors open half an hour before.</abstract><description>${description}</description>
<persons>${people}</persons><links><link href="https://river.example/${index}">More</link></links></event>`
}

const perDay = 288
const roomCount = 12
const personCount = 3_000
const description = 'Bring a jacket, the evenings by the water are cool even in July. '.repeat(8)
