import { StartupError } from '../../base/errors.ts'

/** The one-sentence error for an unusable data folder. An error that already has such a sentence stays unchanged. */
export function folderFailure(dataDir: string, error: unknown): StartupError {
  if (error instanceof StartupError) return error
  const code = codeOf(error)
  const reason = (code && reasons[code]) ?? (error instanceof Error ? error.message : String(error))
  return new StartupError(
    `The data folder ${dataDir} cannot be used because ${reason}; correct that, or set MARQUEE_DATA_DIR to another folder.`,
    { cause: error },
  )
}

/** The code of a system error (`ENOENT`) or of a PostgreSQL error (`57P03`). */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

const reasons: Record<string, string> = {
  ENOENT: 'it does not exist any more',
  EACCES: 'this user may not write to it',
  EPERM: 'the system does not permit it',
  EROFS: 'its file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'a file is in its place',
  ENOTDIR: 'a file is in its place',
}
