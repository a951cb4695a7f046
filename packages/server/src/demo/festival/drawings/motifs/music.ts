import type { Draw } from '../scene.ts'
import { at, circle, each, ellipse, group, line, rect, shape, turned } from '../shapes.ts'

/** A body with a waist, as of guitars and violins, from its shoulders at -60 down to 300. */
const body = (fill: string, more = '') =>
  shape(
    'M0 -60 C90 -70 140 -10 112 60 C96 100 160 130 168 200 C174 280 90 320 0 320 C-90 320 -174 280 -168 200 C-160 130 -96 100 -112 60 C-140 -10 -90 -70 0 -60 Z',
    fill,
    more,
  )

export const guitar: Draw = ({ dark, light, warm, cool }) =>
  turned(
    [20, -10],
    18,
    rect(-22, -350, 44, 420, dark, 'rx="8"'),
    rect(-36, -400, 72, 90, cool, 'rx="12"'),
    body(warm),
    circle(0, 90, 62, dark),
    circle(0, 90, 72, 'none', `stroke="${light}" stroke-width="7"`),
    rect(-64, 220, 128, 22, dark, 'rx="6"'),
    each(4, (i) => line(`M${-12 + i * 8} -390 V230`, light, 2.5)),
    each(6, (i) => line(`M-20 ${-290 + i * 44} H20`, light, 3)),
  )

export const violin: Draw = ({ dark, light, warm }) =>
  turned(
    [0, -30],
    -14,
    body(warm),
    rect(-16, -330, 32, 480, dark, 'rx="8"'),
    circle(0, -345, 30, dark),
    circle(0, -345, 13, light),
    shape('M-30 300 L-18 190 H18 L30 300 Z', dark),
    line('M-74 120 q-26 30 0 60 M74 120 q26 30 0 60', dark, 11),
    each(3, (i) => line(`M${-9 + i * 9} -330 V240`, light, 2.5)),
  ) +
  line('M-230 -250 Q-60 60 250 210', dark, 14) +
  line('M-222 -230 Q-70 70 246 200', light, 5)

export const harp: Draw = ({ dark, light, warm, cool }) =>
  [
    shape('M-190 320 L120 -300 Q150 -330 170 -296 L-110 320 Z', warm),
    line('M-210 320 V-190 C-210 -330 -60 -330 0 -240 C40 -180 90 -200 140 -300', dark, 34),
    each(9, (i) => line(`M${-170 + i * 30} ${-250 + (i > 4 ? (i - 4) * 14 : i * 4)} V${250 - i * 56}`, light, 5)),
    circle(-210, -196, 32, cool),
  ].join('')

export const drum: Draw = ({ dark, light, warm, cool }) =>
  [
    line('M-250 -290 L-30 -120 M250 -300 L40 -120', dark, 18),
    circle(-258, -296, 26, light),
    circle(258, -306, 26, light),
    shape('M-230 -90 V220 Q0 330 230 220 V-90 Z', warm),
    each(5, (i) => line(`M${-230 + i * 92} ${-60 + (i % 5 ? 20 : 0)} l46 260 l46 -260`, light, 9)),
    shape('M-236 190 Q0 300 236 190 v44 Q0 344 -236 234 Z', dark),
    ellipse(0, -90, 236, 76, dark),
    ellipse(0, -98, 214, 62, light),
    ellipse(0, -98, 90, 25, cool, 'opacity="0.35"'),
  ].join('')

export const tambourine: Draw = ({ dark, light, warm, cool }) =>
  [
    circle(0, -30, 270, dark),
    circle(0, -30, 226, light),
    circle(0, -30, 226, warm, 'opacity="0.16"'),
    shape('M0 -190 Q70 -60 160 -30 Q70 0 0 130 Q-70 0 -160 -30 Q-70 -60 0 -190 Z', warm),
    circle(0, -30, 34, cool),
    each(8, (i) =>
      group(
        `transform="rotate(${i * 45 + 22} 0 -30)"`,
        ellipse(0, -280, 44, 15, cool),
        ellipse(0, -296, 44, 15, light),
      ),
    ),
  ].join('')

export const kora: Draw = ({ dark, light, warm }) =>
  [
    rect(-16, -380, 32, 560, dark, 'rx="14"'),
    line('M-110 -60 V150 M110 -60 V150', dark, 20),
    circle(0, 150, 180, warm),
    circle(0, 150, 150, light),
    circle(0, 196, 36, dark),
    rect(-30, 20, 60, 120, dark, 'rx="6"'),
    each(5, (i) => line(`M${i % 2 ? 10 : -10} ${-330 + i * 44} L${(i % 2 ? 1 : -1) * 26} ${40 + i * 18}`, light, 4)),
    each(5, (i) => rect(-34, -340 + i * 44, 68, 14, warm, 'rx="7"')),
  ].join('')

export const accordion: Draw = ({ dark, light, warm, cool }) =>
  turned(
    [0, 0],
    -8,
    shape('M-110 -190 Q0 -250 110 -190 V190 Q0 250 -110 190 Z', dark),
    each(7, (i) => line(`M${-96 + i * 32} -206 V206`, i % 2 ? light : cool, 9)),
    rect(-290, -210, 180, 420, warm, 'rx="36"'),
    rect(110, -210, 180, 420, warm, 'rx="36"'),
    rect(-268, -170, 62, 340, light, 'rx="12"'),
    each(6, (i) => rect(-268, -144 + i * 56, 38, 24, dark, 'rx="5"')),
    each(12, (i) => circle(166 + (i % 3) * 40, -150 + Math.floor(i / 3) * 98, 14, light)),
  )

export const bagpipe: Draw = ({ dark, light, warm, cool }) =>
  [
    line('M-60 0 L-190 -350 M20 -40 L-40 -390 M90 -20 L120 -340', dark, 30),
    line('M-150 -240 L-160 -268 M-18 -260 L-22 -288 M112 -240 L114 -268', light, 34),
    shape('M-230 60 C-250 -90 30 -130 180 -40 C290 30 230 250 20 240 C-120 234 -220 170 -230 60 Z', warm),
    line('M-200 70 Q0 130 230 60 M-160 -20 Q0 30 210 -10 M-140 160 Q20 200 200 140', cool, 9, 'opacity="0.7"'),
    line('M-70 -70 Q-30 80 -60 226 M80 -80 Q120 60 70 226', light, 7, 'opacity="0.6"'),
    line('M-120 210 L-220 380', dark, 30),
    each(4, (i) => circle(-146 - i * 22, 252 + i * 36, 8, light)),
  ].join('')

export const microphone: Draw = ({ dark, light, warm, cool }) =>
  [
    line('M0 0 V400', dark, 26),
    turned(
      [0, -30],
      24,
      shape('M-58 -40 H58 L34 210 H-34 Z', dark),
      circle(0, -120, 124, warm),
      rect(-128, -72, 256, 44, cool, 'rx="16"'),
    ),
    turned(
      [0, -30],
      24,
      line(
        'M-96 -190 L96 -60 M-116 -130 L60 -20 M-40 -232 L118 -126 M96 -190 L-96 -60 M116 -130 L-60 -20 M40 -232 L-118 -126',
        light,
        6,
        'opacity="0.55"',
      ),
    ),
    line('M210 -230 q60 60 20 140 M270 -290 q100 110 30 250', light, 14, 'opacity="0.85"'),
  ].join('')

export const vinyl: Draw = ({ dark, light, warm, cool }) =>
  [
    circle(0, -20, 300, dark),
    each(5, (i) => circle(0, -20, 270 - i * 30, 'none', `stroke="${light}" stroke-width="3" opacity="0.25"`)),
    shape(
      'M0 -20 L-170 -270 A302 302 0 0 1 -60 -314 Z M0 -20 L170 230 A302 302 0 0 1 60 274 Z',
      light,
      'opacity="0.16"',
    ),
    circle(0, -20, 112, warm),
    shape('M-112 -20 q28 -26 56 0 t56 0 t56 0 t56 0 A112 112 0 0 1 -112 -20 Z', cool),
    circle(0, -20, 16, light),
    line('M290 -310 L270 -120 L150 30', light, 18),
    circle(290, -310, 34, warm),
  ].join('')

export const headphones: Draw = ({ dark, light, warm, cool }) =>
  [
    line('M-230 60 V-40 A230 230 0 0 1 230 -40 V60', dark, 44),
    line('M-230 20 V-40 A230 230 0 0 1 230 -40 V20', light, 8, 'opacity="0.6"'),
    rect(-300, 20, 130, 250, warm, 'rx="56"'),
    rect(170, 20, 130, 250, warm, 'rx="56"'),
    rect(-190, 40, 44, 210, cool, 'rx="22"'),
    rect(146, 40, 44, 210, cool, 'rx="22"'),
    ...[30, 70, 40, 100, 60, 80, 24].map((loud, i) => line(`M${-108 + i * 36} ${140 - loud} v${loud * 2}`, light, 14)),
  ].join('')

export const notes: Draw = ({ dark, light, warm, cool }) => {
  const note = (x: number, y: number, fill: string) =>
    at([x, y], ellipse(0, 0, 58, 42, fill, 'transform="rotate(-18)"'), line('M48 -12 V-230', fill, 18))
  return [
    shape('M-300 -150 Q-150 -230 0 -150 Q150 -70 300 -150 V190 Q150 270 0 190 Q-150 110 -300 190 Z', light),
    each(5, (i) => line(`M-270 ${-110 + i * 62} q135 -64 270 0 t270 0`, dark, 5, 'opacity="0.45"')),
    note(-170, 100, warm),
    note(-10, 170, dark),
    note(150, 150, cool),
    line('M-122 -142 L38 -74 L198 -92', dark, 30),
  ].join('')
}
