import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

/** Bundles a small module that imports from 'sdk', as a page would load it; as a global variable when `name` is given. */
export async function bundle(code: string, name?: string): Promise<string> {
  const index = fileURLToPath(new URL('../src/index.ts', import.meta.url))
  const { output } = await build({
    input: 'entry',
    write: false,
    output: { minify: true, ...(name !== undefined && { format: 'iife', name }) },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? id : undefined),
        load: (id) => (id === 'entry' ? code.replace("'sdk'", JSON.stringify(index)) : undefined),
      },
    ],
  })
  assert.deepEqual(output[0].imports, [], 'the bundle has no imports')
  return output[0].code
}
