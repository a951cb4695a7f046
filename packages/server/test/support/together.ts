import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { describe } from 'node:test'
import { pathToFileURL } from 'node:url'

/**
 * Runs the test files of some folders in one process, each as its own suite, sequentially. Loading the service takes longer
 * than most files do; this way a folder loads it once.
 */
export async function together(...folders: string[]): Promise<void> {
  for (const folder of folders) {
    const files = await Array.fromAsync(glob('*.test.ts', { cwd: folder }))
    for (const file of files.sort())
      describe(file, async () => {
        await import(pathToFileURL(join(folder, file)).href)
      })
  }
}
