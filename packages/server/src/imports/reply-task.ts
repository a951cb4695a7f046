import { readProgramme, readXml, type SourceFile, Unreadable } from '@marquee/formats'

export interface ReplyTask {
  /** A programme in any format, or any XML. */
  as: 'programme' | 'xml'
  file: SourceFile
  timeZone: string
}

export type ReplyAnswer = { value: object } | { unreadable: string }

export async function readReply({ as, file, timeZone }: ReplyTask): Promise<ReplyAnswer> {
  try {
    return { value: as === 'xml' ? readXml(file) : await readProgramme(file, { timeZone }) }
  } catch (error) {
    if (error instanceof Unreadable) return { unreadable: error.message }
    throw error
  }
}
