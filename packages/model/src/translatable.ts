import type { Kind } from './kind.ts'
import { allKinds } from './kinds.ts'
import { findPlaces, type Path } from './paths.ts'
import { publicKind } from './public.ts'

/** An object with texts by language: the record itself, by an empty path, or a part of it such as a tile. */
export interface TextPlace {
  path: Path
  /** The members that may differ per language. */
  names: readonly string[]
}

/** Where records of a kind have texts that visitors read and that may differ per language. */
export function textPlaces(kind: Kind): TextPlace[] {
  const { fields, localized } = publicKind(kind)
  const parts = Object.entries(fields).flatMap(([name, { schema }]) =>
    findPlaces(schema, (part) => (part as { localized?: readonly string[] }).localized).map(({ path, found }) => ({
      path: [name, ...path],
      names: found,
    })),
  )
  const own = localized.length > 0 ? [{ path: [], names: localized }] : []
  return [...own, ...parts]
}

/** The kinds with texts that visitors read and that may differ per language. */
export const translatableKinds: Kind[] = allKinds.filter((kind) => kind.public && textPlaces(kind).length > 0)
