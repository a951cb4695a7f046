import { toWall } from './zoned.ts'

/** The time that a chosen day gets: nine in the morning, or today the next full hour. Never midnight by accident. */
export function usualTime(day: string, zone: string, nowMs: number): string {
  const wall = toWall(new Date(nowMs).toISOString(), zone)
  const [today, hour] = [wall.slice(0, 10), Number(wall.slice(11, 13))]
  if (day !== today || hour < morning) return `0${morning}:00`
  return hour === 23 ? '23:59' : `${hour + 1}:00`
}

const morning = 9
