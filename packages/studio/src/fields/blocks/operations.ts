import { isPlain, type Values } from '../../data/merge.ts'

/** A block with an id that stays with it while it is edited and moved; stored blocks have none. */
export interface BlockWithId {
  id: string
  block: Values
}

/**
 * Assigns ids to the blocks of a list. An unchanged block keeps its id; a block that replaces another of the
 * same type, as after a save or while typing, takes over that id, so that an open card stays open.
 */
export function withIds(before: readonly BlockWithId[], blocks: readonly Values[], newId: () => string): BlockWithId[] {
  const byBlock = new Map(before.map(({ id, block }) => [block, id]))
  const taken = new Set(blocks.flatMap((block) => byBlock.get(block) ?? []))
  return blocks.map((block, index) => {
    const own = byBlock.get(block)
    if (own !== undefined) return { id: own, block }
    const there = before[index]
    const isHeir = there !== undefined && !taken.has(there.id) && there.block.type === block.type
    return { id: isHeir ? there.id : newId(), block }
  })
}

export const blocksIn = (value: unknown): Values[] => (Array.isArray(value) ? value.filter(isPlain) : [])

export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const [item] = items.slice(from, from + 1)
  if (item === undefined || to < 0 || to >= items.length) return [...items]
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}

/** A copy of a block, without its key, which must be unique. */
export function copied(block: Values): Values {
  const { key: _, ...rest } = structuredClone(block)
  return rest
}

/** A line that identifies a block among others of its type: the beginning of its text, or its number of entries. */
export function summaryOf(block: Values, field: string | undefined, count: (n: number) => string): string {
  const text = field === undefined ? undefined : block[field]
  if (typeof text === 'string' && text.trim() !== '') return plain(text).slice(0, 140)
  const inner = [block.blocks, block.values].find(Array.isArray)
  return inner ? count(inner.length) : ''
}

/** Removes the markup of Markdown and HTML. */
const plain = (text: string) =>
  text
    .replace(/<[^>]*>/g, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_#>`~]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
