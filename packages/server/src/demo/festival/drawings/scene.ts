import { palette } from '../palette.ts'
import type { Text } from '../text.ts'
import { at, circle, line, rect, shape } from './shapes.ts'

const { beach, coral, foam, heather, moss, night, rose, sand, sea, shallows, shell, sun } = palette

/** The colors of a thing in a scene: dark and light parts, and two that stand out against the sky. */
export interface Inks {
  dark: string
  light: string
  warm: string
  cool: string
}

/** Draws a thing around its center, about 600 pixels wide and high; the waves cover it from 300 below the center. */
export type Draw = (inks: Inks) => string

interface Light {
  says: Text
  sky: [top: string, bottom: string]
  disc: string
  waves: [far: string, middle: string, near: string]
  inks: Inks
  hasStars?: boolean
}

export type LightName = keyof typeof lights

export const lights = {
  dawn: {
    says: { fr: 'à l’aube', en: 'at dawn', es: 'al alba' },
    sky: ['#F3B79B', sand],
    disc: '#F8E3B0',
    waves: ['#7FB6BF', '#3C8797', sea],
    inks: { dark: night, light: shell, warm: coral, cool: sea },
  },
  day: {
    says: { fr: 'en plein jour', en: 'in daylight', es: 'a pleno día' },
    sky: ['#9CD0D8', foam],
    disc: sun,
    waves: ['#5FA9B5', sea, '#12495E'],
    inks: { dark: night, light: shell, warm: coral, cool: moss },
  },
  sunset: {
    says: { fr: 'au couchant', en: 'at sunset', es: 'al atardecer' },
    sky: ['#A93424', '#EE9A55'],
    disc: sun,
    waves: ['#8C2F4F', '#5A2A55', night],
    inks: { dark: '#2B1B3A', light: sand, warm: '#D9532F', cool: shallows },
  },
  twilight: {
    says: { fr: 'au crépuscule', en: 'at twilight', es: 'en el crepúsculo' },
    sky: ['#3B2458', '#B0628F'],
    disc: '#F4B9A7',
    waves: ['#5D3A7A', '#3B2A63', '#1B1F46'],
    inks: { dark: '#1F1740', light: foam, warm: sun, cool: '#E2739A' },
    hasStars: true,
  },
  night: {
    says: { fr: 'la nuit', en: 'at night', es: 'de noche' },
    sky: ['#0B1F33', '#1F5673'],
    disc: foam,
    waves: ['#1B5E76', '#124258', '#0A2236'],
    inks: { dark: '#0E2A42', light: '#FDF6E3', warm: '#E8654B', cool: sun },
    hasStars: true,
  },
  spring: {
    says: { fr: 'au printemps', en: 'in spring', es: 'en primavera' },
    sky: ['#BBD593', '#F3F6DA'],
    disc: '#F7D778',
    waves: ['#8DB56F', '#4E8A6B', '#235F5E'],
    inks: { dark: '#1F3B2C', light: shell, warm: rose, cool: heather },
  },
} satisfies Record<string, Light>

export const sceneSize = { width: 1600, height: 1200 }

/** A thing between the sun or the moon and the waves; all pictures of the festival are drawn like that. */
export function scene(draw: Draw, name: LightName): string {
  const light: Light = lights[name]
  const [width, height] = [sceneSize.width, sceneSize.height]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${light.sky[0]}"/><stop offset=".8" stop-color="${light.sky[1]}"/></linearGradient></defs>`,
    rect(0, 0, width, height, 'url(#sky)'),
    light.hasStars ? stars() : clouds(),
    circle(800, 560, 470, light.disc, 'opacity="0.18"'),
    circle(800, 560, 395, light.disc),
    headland(light.waves[0]),
    at([800, 560], draw(light.inks)),
    ...light.waves.map((fill, index) => wave(860 + index * 105, index * 70, fill, index === 0 ? light.disc : foam)),
    '</svg>',
  ].join('')
}

/** A wave from edge to edge, and a thin line of foam on its crest. */
function wave(y: number, shift: number, fill: string, crest: string): string {
  const d = `M${-200 + shift} ${y} ${Array.from({ length: 10 }, (_, half) => `q100 ${half % 2 ? 44 : -44} 200 0`).join(' ')}`
  return shape(`${d} V1210 H-200 Z`, fill) + line(d, crest, 5, 'opacity="0.45"')
}

const headland = (fill: string) =>
  shape('M0 880 V760 Q90 700 190 742 T390 800 T560 880 Z', fill, 'opacity="0.55"') +
  shape('M1600 880 V730 Q1500 690 1410 748 T1230 806 T1090 880 Z', fill, 'opacity="0.7"')

function stars(): string {
  return Array.from({ length: 46 }, (_, index) =>
    circle((index * 367) % 1600, (index * index * 53) % 640, 2 + (index % 3) * 1.4, shell, 'opacity="0.8"'),
  ).join('')
}

function clouds(): string {
  const cloud = 'h230 a34 34 0 0 0 0 -68 h-22 a62 62 0 0 0 -116 -20 a46 46 0 0 0 -70 30 a30 30 0 0 0 -22 58 Z'
  return (
    shape(`M90 300 ${cloud}`, shell, 'opacity="0.5"') +
    shape(`M1290 210 ${cloud}`, shell, 'opacity="0.6"') +
    line('M1210 420 q22 -22 40 0 q18 -22 40 0 M1300 470 q16 -16 30 0 q14 -16 30 0', beach, 7, 'opacity="0.9"')
  )
}
