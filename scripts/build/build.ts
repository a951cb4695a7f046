import { join } from 'node:path'
import type { InlineConfig } from 'vite'
import { type BuiltFolder, buildFolder, root } from './built-folder.ts'

/** Builds the visitors' app and the studio into the `dist` of their packages, each unless its sources are unchanged. */
export async function buildPages(): Promise<('built' | 'fresh')[]> {
  return [await buildApp(), await buildFolder(studio)]
}

/** Builds the visitors' app alone. */
export const buildApp = (): Promise<'built' | 'fresh'> => buildFolder(app)

const appDir = join(root, 'packages/app')
const studioDir = join(root, 'packages/studio')

/** The lock file represents the packages. */
const shared = ['package-lock.json', 'scripts/build/*', 'packages/model/src/**/*', 'packages/app/src/**/*']

const app: BuiltFolder = {
  packageDir: appDir,
  sources: [...shared, 'packages/app/{package.json,tsconfig.json,vite.config.ts}'],
  async make(outDir) {
    const rendering: InlineConfig = {
      ssr: { noExternal: true },
      build: { ssr: 'src/server/render.tsx', outDir: join(outDir, 'server'), rolldownOptions: {} },
    }
    await viteBuild(appDir, { build: { outDir: join(outDir, 'client') } })
    // Kiosks have files of their own beside those of visitors, who load nothing for them.
    await viteBuild(appDir, {
      build: {
        outDir: join(outDir, 'client'),
        emptyOutDir: false,
        manifest: 'kiosk-manifest.json',
        rolldownOptions: { input: 'src/kiosk/main.tsx' },
      },
    })
    await viteBuild(appDir, rendering)
    await viteBuild(appDir, scriptOf('src/embed/main.tsx', 'embed', join(outDir, 'embed')))
    await viteBuild(appDir, scriptOf('src/worker/sw.ts', 'sw', join(outDir, 'worker')))
  },
}

const studio: BuiltFolder = {
  packageDir: studioDir,
  sources: [
    ...shared,
    'packages/studio/{index.html,package.json,vite.config.ts}',
    'packages/studio/{src,public}/**/*',
    'packages/sdk/src/**/*',
  ],
  make: (outDir) => viteBuild(studioDir, { build: { outDir } }),
}

/** A script of one file, which runs by itself. */
const scriptOf = (entry: string, name: string, outDir: string): InlineConfig => ({
  build: {
    outDir,
    manifest: false,
    rolldownOptions: { input: entry, output: { format: 'iife', entryFileNames: `${name}.js` } },
  },
})

async function viteBuild(packageDir: string, config: InlineConfig): Promise<void> {
  const vite = await import('vite')
  await vite.build({
    root: packageDir,
    configFile: join(packageDir, 'vite.config.ts'),
    logLevel: 'warn',
    mode: 'production',
    ...config,
    build: { emptyOutDir: true, ...config.build },
  })
}

if (import.meta.main) await run()

async function run(): Promise<void> {
  const startedMs = performance.now()
  try {
    const outcomes = await buildPages()
    if (outcomes.includes('built'))
      console.log(`The app and the studio are built (${((performance.now() - startedMs) / 1000).toFixed(1)} s).`)
  } catch (error) {
    // The service runs without them, and shows a notice in their place.
    console.error(`The app and the studio could not be built: ${error instanceof Error ? error.message : error}`)
    if (process.argv.includes('--required')) process.exitCode = 1
  }
}
