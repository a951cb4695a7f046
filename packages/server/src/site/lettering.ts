import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'

/** A line of text as an outline, because the machine may have no fonts. */
export interface Line {
  /** The data of an SVG path, with the baseline at 0. */
  path: string
  width: number
}

/** Lines of at most `width` and at most `count`, the last cut with an ellipsis. Undefined for scripts without a font. */
export function lettered(text: string, size: number, width: number, count: number): Line[] | undefined {
  const words = text.replaceAll(/\s+/g, ' ').trim().split(' ')
  const lines: string[] = []
  for (const word of words) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    const line = outlined(longer, size)
    if (!line) return undefined
    if (line.width <= width || lines.length === 0) lines.splice(-1, 1, longer)
    else lines.push(word)
    if (lines.length > count) break
  }
  const shown = lines.slice(0, count)
  if (lines.length > count) shown.push(`${shown.pop()}…`)
  return shown.map((line) => fitted(line, size, width)).filter((line) => line !== undefined)
}

/** Cuts characters until the line fits. */
function fitted(text: string, size: number, width: number): Line | undefined {
  for (let kept = [...text]; kept.length > 0; kept = kept.slice(0, -2)) {
    const line = outlined(kept.length === [...text].length ? text : `${kept.join('').trimEnd()}…`, size)
    if (!line || line.width <= width) return line
  }
  return undefined
}

function outlined(text: string, size: number): Line | undefined {
  let path = ''
  let width = 0
  for (const { font, part } of runsOf(text)) {
    if (!font) return undefined
    const scale = size / font.unitsPerEm
    const run = font.layout(part)
    run.glyphs.forEach((glyph, index) => {
      const { xOffset = 0, xAdvance = 0 } = run.positions[index] ?? {}
      path += glyph.path
        .scale(scale, -scale)
        .translate(width + xOffset * scale, 0)
        .toSVG()
      width += xAdvance * scale
    })
  }
  return { path, width }
}

/** The text in parts that one font each can draw; without a font for signs that none has. */
function runsOf(text: string): { font: fontkit.Font | undefined; part: string }[] {
  const runs: { font: fontkit.Font | undefined; part: string }[] = []
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0
    const last = runs.at(-1)
    const isSame = last?.font?.hasGlyphForCodePoint(code)
    if (last && (isSame || code === 0x20)) last.part += sign
    else runs.push({ font: subsets.map(fontOf).find((font) => font.hasGlyphForCodePoint(code)), part: sign })
  }
  return runs
}

/** The font has a file for each script, loaded when a text needs it. */
const subsets = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese'] as const
const loaded = new Map<string, fontkit.Font>()
const { resolve } = createRequire(import.meta.url)

function fontOf(subset: (typeof subsets)[number]): fontkit.Font {
  const known = loaded.get(subset)
  if (known) return known
  const file = resolve(`@fontsource/inter/files/inter-${subset}-700-normal.woff`)
  const font = fontkit.create(readFileSync(file)) as fontkit.Font
  loaded.set(subset, font)
  return font
}
