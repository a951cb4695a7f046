import { createHash } from 'node:crypto'
import type { PictureFacts } from '@marquee/app/rendering'
import { AppError } from '../base/errors.ts'
import { createThreads } from '../base/threads.ts'
import type { PictureShape, PictureTask } from './picture-task.ts'

/** Pictures that the service draws for a site. The same content gives the same bytes, which are cached. */
export interface SitePictures {
  draw(broadcastId: string, shape: PictureShape, facts: PictureFacts): Promise<Buffer>
  close(): Promise<void>
}

/** `readLogo` returns the bytes of a picture of the service itself, and undefined for any other address. */
export function createSitePictures(readLogo: (url: string) => Promise<Uint8Array | undefined>): SitePictures {
  const threads = createThreads<PictureTask, Uint8Array>({
    script: new URL('./picture-thread.ts', import.meta.url),
    timeoutMs: 20_000,
    maxMemoryMb: 256,
  })
  const drawn = new Map<string, Promise<Buffer>>()

  const draw = async (broadcastId: string, shape: PictureShape, facts: PictureFacts): Promise<Buffer> => {
    const logo = facts.logo === undefined ? undefined : await readLogo(facts.logo).catch(() => undefined)
    const picture = await threads.run(broadcastId, { shape, facts, logo })
    if (!picture) throw new AppError('unavailable', 'The picture could not be drawn; try again.')
    return Buffer.from(picture)
  }

  return {
    draw(broadcastId, shape, facts) {
      const key = createHash('sha1')
        .update(JSON.stringify([shape, facts]))
        .digest('base64')
      const known = drawn.get(key)
      if (known) return known
      const made = draw(broadcastId, shape, facts)
      drawn.set(key, made)
      made.catch(() => drawn.delete(key))
      // The oldest goes; a picture has some ten kilobytes.
      if (drawn.size > maxDrawn) drawn.delete(drawn.keys().next().value ?? '')
      return made
    },
    close: () => threads.close(),
  }
}

const maxDrawn = 500
