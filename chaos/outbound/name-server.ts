import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { parseAddress } from '../../packages/server/src/base/outbound/addresses.ts'

const publicAddress = '93.184.215.14'

/** The answers of each kind of name, by the first word of the name; the last answer is repeated. */
export const zones: Record<string, { A?: string[][]; AAAA?: string[][] }> = {
  loopback: { A: [['127.0.0.1']] },
  private: { A: [['10.0.0.1']] },
  metadata: { A: [['169.254.169.254']] },
  six: { AAAA: [['::1']] },
  mapped: { AAAA: [['::ffff:127.0.0.1']] },
  translated: { AAAA: [['64:ff9b::7f00:1']] },
  mixed: { A: [[publicAddress, '127.0.0.1']] },
  reversed: { A: [['127.0.0.1', publicAddress]] },
  half: { A: [[publicAddress]], AAAA: [['::1']] },
  // Public when it is entered, and here when it is called.
  rebinding: { A: [[publicAddress], ['127.0.0.1']] },
  joining: { A: [[publicAddress], [publicAddress, '127.0.0.1']] },
}

/** A DNS server over UDP for the names of the suite. It counts its queries. */
export async function openNameServer(): Promise<{ address: string; queries(): number; close(): void }> {
  const asked = new Map<string, number>()
  let queries = 0
  const server = createSocket('udp4', (query, from) => {
    queries += 1
    const end = query.indexOf(0, 12) + 5
    const name = labelsOf(query).join('.')
    const type = query.readUInt16BE(end - 4) === 28 ? 'AAAA' : 'A'
    const zone = zones[name.split('-')[0] ?? '']
    const turns = zone?.[type] ?? [[]]
    const turn = asked.get(`${type} ${name}`) ?? 0
    asked.set(`${type} ${name}`, turn + 1)
    const records = (turns[Math.min(turn, turns.length - 1)] ?? []).map((address) =>
      Buffer.from(parseAddress(address)?.bytes ?? []).subarray(type === 'A' ? -4 : 0),
    )
    const data = type === 'AAAA' ? records.map(asSixteen) : records
    const head = Buffer.from([0, 0, 0x81, zone ? 0x80 : 0x83, 0, 1, 0, data.length, 0, 0, 0, 0])
    query.copy(head, 0, 0, 2)
    const record = (bytes: Buffer) => [
      Buffer.from([0xc0, 12, 0, type === 'A' ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, bytes.length]),
      bytes,
    ]
    server.send(Buffer.concat([head, query.subarray(12, end), ...data.flatMap(record)]), from.port, from.address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  return { address: `127.0.0.1:${server.address().port}`, queries: () => queries, close: () => server.close() }
}

/** Mapped addresses are parsed as IPv4; in an AAAA record they have sixteen bytes. */
const asSixteen = (bytes: Buffer) =>
  bytes.length === 16 ? bytes : Buffer.concat([Buffer.alloc(10), Buffer.from([0xff, 0xff]), bytes])

function labelsOf(query: Buffer): string[] {
  const labels: string[] = []
  for (let at = 12; query[at] !== 0; at += (query[at] ?? 0) + 1)
    labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] ?? 0)).toLowerCase())
  return labels
}
