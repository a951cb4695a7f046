import {
  carriedHosts,
  metadataHosts,
  privateHosts,
  reservedHosts,
  thisMachine,
} from '../../packages/server/test/support/hostile-hosts.ts'
import type { Random } from '../random.ts'
import { zones } from './name-server.ts'

/** Addresses that lead to this machine or to another network that is not public. */
export function hostileUrls(port: number, random: Random): string[] {
  const hosts = [...thisMachine, ...carriedHosts, ...privateHosts, ...reservedHosts, ...metadataHosts]
  const made = Array.from({ length: 80 }, () => madeHost(random))
  return [...[...hosts, ...made, ...localNames].map((host) => `http://${host}:${port}/`), ...tricks(port)]
}

/** Names whose addresses are not public, at the latest when they are called. Each is used once. */
export function hostileNames(port: number, each: number): string[] {
  return Object.keys(zones).flatMap((zone) =>
    Array.from({ length: each }, () => `http://${zone}-${++names}.chaos.example:${port}/`),
  )
}

let names = 0

const localNames = [
  'localhost',
  'localhost.',
  'LOCALHOST',
  'a.localhost',
  'x.local',
  'metadata.google.internal',
  'ⓛocalhost',
]

function tricks(port: number): string[] {
  const here = `127.0.0.1:${port}`
  return [
    `http://public.example@${here}/`,
    `http://${here}@127.0.0.1:${port}/`,
    `http://:secret@${here}/`,
    `http://public.example%00@${here}/`,
    `http://1.1.1.1 &@${here}# @3.3.3.3/`,
    `http:\\\\${here}/`,
    `http:/${here}/`,
    `http:${here}/`,
    `http:///${here}/`,
    `http://${here}#@public.example/`,
    `http://${here}?@public.example/`,
    `http://${here}\\@public.example/`,
    `HTTP://${here}/`,
    `hTTp://${here}`,
    `http://127.0.0.\t1:${port}/`,
    `http://127.0.0.\n1:${port}/`,
    ` http://${here}/ `,
    `//${here}/`,
    `https://${here}/`,
    `ftp://${here}/`,
    `gopher://${here}/_x`,
    `ws://${here}/`,
    `file://${here}/etc/passwd`,
    'file:///etc/passwd',
    `data:text/html,http://${here}/`,
    `jar:http://${here}!/`,
    `blob:http://${here}/x`,
    `http://[::1%25lo]:${port}/`,
    `http://[::ffff:127.0.0.1%25lo]:${port}/`,
    `http://127.0.0.1.:${port}/`,
    `http://127.0.0.1..:${port}/`,
    `http://127.0.0.1:0${port}/`,
    `http://127.0.0.1:${port}/../../`,
    `http://[0:0:0:0:0:ffff:127.0.0.1]:${port}/`,
    `http://0:${port}/`,
    `http://127.1.1.1:${port}/`,
    'http://127.0.0.1:22/',
    'http://127.0.0.1:5432/',
  ]
}

/** An address of this machine or a private network in a random notation. */
function madeHost(random: Random): string {
  const byte = () => random.below(256)
  const parts = random.pick([
    () => [127, byte(), byte(), byte()],
    () => [10, byte(), byte(), byte()],
    () => [192, 168, byte(), byte()],
    () => [172, 16 + random.below(16), byte(), byte()],
    () => [169, 254, byte(), byte()],
    () => [0, byte(), byte(), byte()],
  ])() as [number, number, number, number]
  const whole = parts.reduce((sum, part) => sum * 256 + part, 0)
  const [a, b, c, d] = parts
  const hex = (part: number, length = 2) => part.toString(16).padStart(length, '0')
  const written = (part: number) => random.pick([String(part), `0x${part.toString(16)}`, `0${part.toString(8)}`])
  const pair = `${hex(a * 256 + b, 4)}:${hex(c * 256 + d, 4)}`
  return random.pick([
    () => String(whole),
    () => `0x${whole.toString(16)}`,
    () => `0${whole.toString(8)}`,
    () => parts.map(written).join('.'),
    () => `${written(a)}.${written(b)}.${written(c * 256 + d)}`,
    () => `${written(a)}.${written(b * 65_536 + c * 256 + d)}`,
    () => [...parts.join('.')].map((sign) => (sign === '.' ? sign : fullWidth(sign))).join(''),
    () => `[::ffff:${pair}]`,
    () => `[::${pair}]`,
    () => `[64:ff9b::${pair}]`,
    () => `[2002:${pair}::]`,
    () => `[::ffff:${parts.join('.')}]`,
    () => `${parts.join('.')}.`,
  ])()
}

const fullWidth = (digit: string) => String.fromCodePoint(0xff10 + Number(digit))
