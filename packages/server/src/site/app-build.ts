import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The build of the visitors' app: what pages load, and what renders them. */
export interface AppBuild {
  /** The folder of the files for browsers. */
  clientDir: string
  /** The files of a page of a website, and of a kiosk. */
  assets: PageAssets
  kiosk: PageAssets
  /** The folder of the script that other websites load. */
  embedDir: string
  /** The module that renders pages. */
  rendererUrl: string
  /** The service worker. It begins with the list of the files that it keeps, so that every build is a new worker. */
  worker: string
}

interface PageAssets {
  script: string
  styles: string[]
  preloads: string[]
}

/** Undefined when the app was not built. */
export function readAppBuild(dist: string): AppBuild | undefined {
  const clientDir = join(dist, 'client')
  try {
    const manifest = readManifest(clientDir, 'manifest.json')
    return {
      clientDir,
      assets: assetsOf(manifest),
      kiosk: assetsOf(readManifest(clientDir, 'kiosk-manifest.json')),
      embedDir: join(dist, 'embed'),
      rendererUrl: pathToFileURL(join(dist, 'server/render.js')).href,
      worker: `self.files=${JSON.stringify(filesOf(manifest, entryOf(manifest)[0]))};\n${readFileSync(join(dist, 'worker/sw.js'), 'utf8')}`,
    }
  } catch {
    return undefined
  }
}

interface Built {
  file: string
  css?: string[]
  assets?: string[]
  imports?: string[]
  dynamicImports?: string[]
  isEntry?: boolean
}

type Manifest = Record<string, Built>

const readManifest = (folder: string, name: string): Manifest => JSON.parse(readFileSync(join(folder, name), 'utf8'))

function entryOf(manifest: Manifest): [name: string, entry: Built] {
  const found = Object.entries(manifest).find(([, { isEntry }]) => isEntry)
  if (!found) throw new Error('the build has no entry')
  return found
}

function assetsOf(manifest: Manifest): PageAssets {
  const [, { file, css = [], imports = [] }] = entryOf(manifest)
  const preloads = imports.flatMap((name) => manifest[name]?.file ?? [])
  return { script: urlOf(file), styles: css.map(urlOf), preloads: preloads.map(urlOf) }
}

/** Everything that an entry loads, at once or later. */
function filesOf(manifest: Manifest, entry: string): string[] {
  const names = new Set([entry])
  // A set visits what is added on the way.
  for (const name of names) {
    const { imports = [], dynamicImports = [] } = manifest[name] ?? {}
    for (const other of [...imports, ...dynamicImports]) names.add(other)
  }
  const files = [...names].flatMap((name) => {
    const { file, css = [], assets = [] } = manifest[name] ?? {}
    return file === undefined ? [] : [file, ...css, ...assets]
  })
  return [...new Set(files)].map(urlOf)
}

const urlOf = (file: string) => `/app/${file}`
