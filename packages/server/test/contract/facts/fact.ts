import { basename } from 'node:path'
import type { Ground } from './ground.ts'

/** One sentence of the contract, and how it is shown: by a check against a running service, or by an existing test. */
export type Fact = { id: string; fact: string } & ({ check: Check } | { shownBy: ExistingTest })

export type Check = (ground: Ground) => Promise<unknown>

export interface ExistingTest {
  /** Path from the root of the repository. */
  file: string
  test: string
}

/** The facts of one part of the contract, in one file. */
export interface Section {
  title: string
  file: string
  facts: Fact[]
}

export const section = (title: string, url: string, facts: Fact[]): Section => ({ title, file: basename(url), facts })

export const fact = (id: string, sentence: string, check: Check): Fact => ({ id, fact: sentence, check })
