import { useEffect, useState } from 'react'
import type { RecordFor } from '../data/api.ts'
import { useRecordsById } from '../data/records.ts'
import type { Look } from './look.ts'
import type { Shown } from './words.ts'

/** Loads the fonts of the theme, and returns which part of the app uses which. */
export function useFontFaces(broadcast: Shown): Look {
  const uses = fontUses(broadcast)
  const fonts = useRecordsById('font', Object.values(uses))
  const [ready, setReady] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    for (const font of fonts.values()) {
      void load(font).then((isLoaded) => {
        if (isLoaded) setReady((known) => (known.has(font._id) ? known : new Set([...known, font._id])))
      })
    }
  }, [fonts])
  const look: Look = {}
  for (const [part, id] of Object.entries(uses)) {
    if (ready.has(id)) look[`--app-${part}-font`] = `"${familyOf(id)}", var(--app-font)`
  }
  return look
}

/** Prefixed family names, so that no font of the studio itself is replaced. */
const familyOf = (id: string) => `preview-${id}`

function fontUses(broadcast: Shown): Record<string, string> {
  const theme: Shown = Object(broadcast.theme)
  const main = idIn(theme.fontRef) ?? idIn(broadcast.fontRef)
  const uses: Record<string, string> = {}
  for (const part of ['title', 'subtitle', 'body', 'button']) {
    const id = idIn(Object(theme[`${part}TextStyle`]).fontRef) ?? main
    if (id !== undefined) uses[part] = id
  }
  return uses
}

function idIn(fontRef: unknown): string | undefined {
  const id = Object(fontRef).fontHolderId
  return typeof id === 'string' ? id : undefined
}

/** Each file once per page. Without a font that fails to load, texts keep the fallback. */
function load(font: RecordFor<'font'>): Promise<boolean> {
  const known = loading.get(font._id)
  if (known) return known
  const faces = font.weights.flatMap(({ url, weight, style }) => {
    if (typeof url !== 'string' || !/^(?:https:|\/)/.test(url)) return []
    const face = new FontFace(familyOf(font._id), `url(${JSON.stringify(url)})`, {
      weight: String(weight),
      style: style === 'italic' ? 'italic' : 'normal',
      display: 'swap',
    })
    return [face.load().then((loaded) => document.fonts.add(loaded))]
  })
  const result = Promise.allSettled(faces).then((all) => all.some(({ status }) => status === 'fulfilled'))
  loading.set(font._id, result)
  return result
}

const loading = new Map<string, Promise<boolean>>()
