import { kinds } from '@marquee/model'
import type { Actor } from '../store/changes.ts'
import type { Content } from './content.ts'
import { createRecord } from './write.ts'

/** Media that stay where they were found: the record names the address its `metadata.source` tells. */
export function createLinkedMedia(content: Content) {
  return (
    { broadcastId, userId, actor }: { broadcastId: string; userId: string | null; actor: Actor },
    file: { alt?: string; reference?: string; metadata?: Record<string, unknown> },
  ) =>
    content.write({ broadcastId, userId: userId ?? '' }, actor, (writing) =>
      createRecord(writing, kinds.media, {
        mediaUrl: Object(file.metadata?.source).url,
        ...(file.alt !== undefined && { alt: file.alt }),
        ...(file.reference !== undefined && { _reference: file.reference }),
        ...(file.metadata && { metadata: file.metadata }),
      }),
    )
}
