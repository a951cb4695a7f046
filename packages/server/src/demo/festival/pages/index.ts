import type { DemoRecord, Id } from '../record.ts'
import { accessibility } from './accessibility.ts'
import { faq } from './faq.ts'
import { food } from './food.ts'
import { gettingHere } from './getting-here.ts'
import { practicalInfo } from './practical-info.ts'
import { sustainability } from './sustainability.ts'
import { theFestival } from './the-festival.ts'

/** A page can link to earlier ones. */
export function pages(id: Id): DemoRecord[] {
  return [gettingHere, accessibility, food, sustainability, theFestival, practicalInfo, faq].map((make) => make(id))
}
