import { type AnyRecord, kinds } from '@marquee/model'
import { AppError } from '../base/errors.ts'
import { lockCategoryByKey } from '../store/records/categories.ts'
import { createRecord } from './create-record.ts'
import type { Writing } from './writing.ts'

/** The category with a key, locked against deletion, and created if it is missing. Two concurrent first uses create one. */
export async function ensureCategory(writing: Writing, key: string): Promise<string> {
  const found = await lockCategoryByKey(writing.tx, writing.broadcastId, key)
  if (found) return found
  try {
    const made = await writing.log.part(() =>
      createRecord(writing, kinds.broadcastCategory, { title: key, key, status: 'published' }),
    )
    return made._id
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'value_taken')) throw error
    const theirs = await lockCategoryByKey(writing.tx, writing.broadcastId, key)
    if (!theirs) throw error
    return theirs
  }
}

/** The categories with one moved to the front. The list is never emptied. */
export function withFirstCategory(before: AnyRecord | null, categoryId: string | null): string[] {
  if (categoryId === null) return []
  const others = ((before?.categoryIds ?? []) as string[]).slice(1)
  return [categoryId, ...others.filter((id) => id !== categoryId)]
}
