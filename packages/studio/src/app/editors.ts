import type { Editor } from '../fields/editor.tsx'
import type { FieldSchema } from '../fields/schema.ts'

let registry: typeof import('../fields/registry.ts') | undefined

/** Loads a screen together with the editors of fields. They were a fifth of the script of the first screen, which has no field. */
export function withEditors<Screen>(load: () => Promise<Screen>): () => Promise<Screen> {
  return async () => {
    const [screen, loaded] = await Promise.all([load(), import('../fields/registry.ts')])
    registry = loaded
    return screen
  }
}

/** The editor of a schema, on screens that were loaded with the editors. */
export function editorFor(schema: FieldSchema): Editor {
  if (!registry) throw new Error('the screen was loaded without the editors of its fields')
  return registry.editorFor(schema)
}
