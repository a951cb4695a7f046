import { AppError } from '../../base/errors.ts'
import { deleteImportChanges } from '../../store/imports/changes.ts'
import { deleteImportFiles } from '../../store/imports/files.ts'
import type { Rule } from './rule.ts'

/** Deleting an import discards its file and its plan. The records that it wrote stay. */
export const importRule: Rule = {
  async removing({ writing: { tx, broadcastId }, record }) {
    if (record.status === 'applying' || record.status === 'undoing')
      throw new AppError('job_running', 'The import is in progress; wait until it has ended.')
    await deleteImportFiles(tx, broadcastId, [record._id])
    await deleteImportChanges(tx, broadcastId, [record._id])
  },
}
