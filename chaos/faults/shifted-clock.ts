import { readFileSync } from 'node:fs'

/** Loaded before the service (`node --import`): moves its clock by the milliseconds in a file, read again at each SIGUSR2. */
const file = process.env.MARQUEE_CHAOS_CLOCK ?? ''
const RealDate = Date
let shiftMs = 0

class ShiftedDate extends RealDate {
  constructor(...parts: unknown[]) {
    if (parts.length === 0) super(RealDate.now() + shiftMs)
    else super(...(parts as [number]))
  }
  static override now = () => RealDate.now() + shiftMs
}

const read = () => {
  shiftMs = Number(readFileSync(file, 'utf8'))
}
if (file !== '') {
  read()
  globalThis.Date = ShiftedDate as DateConstructor
  process.on('SIGUSR2', read)
}
