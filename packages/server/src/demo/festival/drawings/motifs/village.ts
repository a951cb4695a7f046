import type { Draw } from '../scene.ts'
import { at, circle, each, ellipse, line, points, rect, shape, turned } from '../shapes.ts'

/** People as a head and shoulders, from left to right. */
const people = (xs: number[], y: number, colors: string[]) =>
  xs
    .map((x, index) => {
      const color = colors[index % colors.length] ?? '#000'
      return at([x, y], circle(0, -92, 34, color), shape('M-56 180 V30 Q-56 -48 0 -48 Q56 -48 56 30 V180 Z', color))
    })
    .join('')

export const cannery: Draw = ({ dark, light, warm, cool }) =>
  [
    rect(220, -330, 70, 700, dark),
    shape('M-330 340 V-120 L-160 -240 V-120 L10 -240 V-120 L180 -240 V340 Z', dark),
    each(3, (i) => rect(-280 + i * 170, -60, 80, 70, warm, 'rx="6"')),
    people([-240, -95, 50, 195], 190, [light, cool, warm, light]),
  ].join('')

export const pianist: Draw = ({ dark, light, warm, cool }) =>
  [
    rect(-320, -120, 420, 460, dark, 'rx="16"'),
    rect(-296, -96, 372, 110, warm, 'rx="10"'),
    rect(-338, 90, 456, 56, light),
    each(10, (i) => rect(-324 + i * 46, 90, 22, 34, dark)),
    people([230], 160, [cool]),
    line('M200 130 L110 110', cool, 34),
  ].join('')

export const beam: Draw = (inks) =>
  [
    shape('M0 -220 L-800 -400 V-40 Z M0 -220 L800 -400 V-40 Z', inks.warm, 'opacity="0.5"'),
    shape('M-50 -190 H50 L96 340 H-96 Z', inks.light),
    shape('M-66 -20 H66 L76 110 H-76 Z', inks.cool),
    rect(-56, -270, 112, 84, inks.warm),
    shape('M-70 -270 L0 -350 L70 -270 Z', inks.dark),
    people([-220, 220], 170, [inks.dark, inks.dark]),
  ].join('')

export const orchestra: Draw = ({ dark, light, warm, cool }) =>
  [
    people(
      Array.from({ length: 6 }, (_, i) => -340 + i * 136),
      40,
      [dark, cool, warm],
    ),
    people(
      Array.from({ length: 6 }, (_, i) => -272 + i * 136),
      180,
      [light, warm, cool, light],
    ),
    ...[-340, -68, 204].map((x) => at([x, 20], shape('M10 -20 L80 -90 L110 -40 Z', light), circle(10, -20, 12, light))),
  ].join('')

export const dancer: Draw = ({ dark, light, warm, cool }) =>
  [
    circle(24, -270, 58, dark),
    line('M10 -190 Q-20 -60 20 40', dark, 70),
    line('M0 -180 Q-160 -240 -270 -350 M20 -180 Q170 -170 290 -260', dark, 30),
    shape('M-50 -20 Q20 20 70 -20 Q230 90 300 210 Q110 170 0 240 Q-120 150 -250 200 Q-140 100 -50 -20 Z', warm),
    line('M10 190 L-30 400', dark, 34),
    line('M60 180 Q170 230 270 330', dark, 32),
    line('M-250 260 q60 -40 120 0 M150 100 q60 -50 120 -20', light, 10),
    circle(-290, -300, 20, cool),
  ].join('')

export const puppet: Draw = ({ dark, light, warm, cool }) =>
  [
    line('M-190 -350 H190 M0 -390 V-310', dark, 22),
    line('M-170 -350 L-190 60 M170 -350 L190 60 M0 -350 V-200', light, 5),
    shape('M-170 -40 Q-140 -240 0 -250 Q140 -240 170 -40 Z', warm),
    each(5, (i) => line(`M0 -250 L${-136 + i * 68} -44`, light, 8, 'opacity="0.6"')),
    circle(0, 0, 104, light),
    circle(-36, -14, 15, dark),
    circle(36, -14, 15, dark),
    line('M-36 42 Q0 74 36 42', dark, 11),
    shape('M-110 110 H110 L150 350 H-150 Z', cool),
    line('M-110 150 L-200 70 M110 150 L200 70', cool, 36),
  ].join('')

export const lanterns: Draw = ({ dark, light, warm, cool }) => {
  const lantern = (x: number, y: number, fill: string, size: number) =>
    at(
      [x, y],
      line('M0 -120 V-70', dark, 6),
      rect(-30 * size, -76 * size, 60 * size, 18, dark),
      ellipse(0, 0, 74 * size, 82 * size, fill),
      line(
        `M0 ${-80 * size} V${80 * size} M${-40 * size} ${-66 * size} Q${-70 * size} 0 ${-40 * size} ${66 * size} M${40 * size} ${-66 * size} Q${70 * size} 0 ${40 * size} ${66 * size}`,
        light,
        5,
        'opacity="0.55"',
      ),
      rect(-26 * size, 72 * size, 52 * size, 16, dark),
    )
  return [
    line('M-800 -330 Q-400 -80 0 -180 T800 -330', dark, 8),
    lantern(-300, -30, cool, 0.9),
    lantern(-100, 10, warm, 1.25),
    lantern(130, -20, light, 1.1),
    lantern(330, -70, warm, 0.85),
    people([-160, 0, 160], 250, [dark, dark, dark]),
  ].join('')
}

export const bubbles: Draw = ({ dark, light, warm, cool }) =>
  [
    ...points('-190,-60 60,-230 200,40 -30,110 -240,190 240,-260 130,250').map(([x, y], index) =>
      at(
        [x, y],
        circle(0, 0, 64 + ((index * 37) % 60), [warm, cool, light][index % 3] ?? warm, 'opacity="0.75"'),
        shape('M-40 -20 A50 50 0 0 1 0 -52', 'none', `stroke="${light}" stroke-width="12" stroke-linecap="round"`),
      ),
    ),
    turned(
      [-40, 60],
      -30,
      circle(0, -140, 70, 'none', `stroke="${dark}" stroke-width="24"`),
      line('M0 -70 V260', dark, 26),
    ),
  ].join('')

export const book: Draw = ({ dark, light, warm, cool }) =>
  [
    shape('M-320 -170 Q-160 -240 0 -150 Q160 -240 320 -170 V250 Q160 180 0 270 Q-160 180 -320 250 Z', warm),
    shape('M-290 -190 Q-150 -250 0 -160 V240 Q-150 160 -290 220 Z', light),
    shape('M290 -190 Q150 -250 0 -160 V240 Q150 160 290 220 Z', light),
    each(5, (i) =>
      line(`M-240 ${-130 + i * 62} q100 -34 190 24 M50 ${-106 + i * 62} q90 -58 190 -24`, dark, 9, 'opacity="0.5"'),
    ),
    shape('M180 -214 h56 v210 l-28 -34 l-28 34 Z', cool),
    line('M0 -160 V240', dark, 6),
  ].join('')

export const letter: Draw = ({ dark, light, warm, cool }) =>
  [
    turned(
      [0, 20],
      -6,
      rect(-290, -190, 580, 400, light, 'rx="18"'),
      line('M-284 -176 L0 60 L284 -176', warm, 18),
      line('M-284 196 L-90 -10 M284 196 L90 -10', warm, 10, 'opacity="0.6"'),
      circle(0, 60, 56, warm),
      line('M-24 60 q12 -14 24 0 t24 0', light, 9),
    ),
    turned(
      [210, -120],
      34,
      shape('M0 220 L-30 120 Q-70 -60 0 -260 Q70 -60 30 120 Z', cool),
      line('M0 260 V-180', dark, 10),
    ),
  ].join('')

export const pot: Draw = ({ dark, light, warm, cool }) =>
  [
    line(
      'M-110 -190 q-50 -60 0 -110 t0 -90 M0 -200 q-50 -60 0 -110 t0 -90 M110 -190 q-50 -60 0 -110 t0 -90',
      light,
      18,
      'opacity="0.8"',
    ),
    line('M-250 40 H-330 V110 M250 40 H330 V110', dark, 30),
    shape('M-260 -60 H260 V200 Q260 320 140 320 H-140 Q-260 320 -260 200 Z', warm),
    rect(-290, -110, 580, 62, dark, 'rx="20"'),
    ellipse(0, -120, 60, 26, dark),
    line('M-200 110 q50 -46 100 0 t100 0 t100 0 t100 0', light, 18),
    line('M-150 200 q50 -46 100 0 t100 0 t100 0', cool, 14),
  ].join('')

export const flag: Draw = ({ dark, light, warm, cool }) =>
  [
    line('M-230 -390 V400', dark, 24),
    circle(-230, -394, 24, warm),
    shape('M-218 -350 Q-60 -430 80 -350 T330 -350 V40 Q180 110 60 40 T-218 40 Z', cool),
    each(3, (i) => circle(-90 + i * 150, -160 + (i % 2) * 40, 74, 'none', `stroke="${light}" stroke-width="14"`)),
    each(3, (i) =>
      circle(
        -90 + i * 150,
        -160 + (i % 2) * 40,
        36,
        'none',
        `stroke="${light}" stroke-width="10" stroke-dasharray="12 12"`,
      ),
    ),
    each(3, (i) => circle(-90 + i * 150, -160 + (i % 2) * 40, 10, light)),
  ].join('')

export const compass: Draw = ({ dark, light, warm, cool }) =>
  [
    circle(0, -30, 300, dark),
    circle(0, -30, 256, light),
    each(12, (i) => line('M0 -270 v28', dark, i % 3 ? 6 : 14, `transform="rotate(${i * 30} 0 -30)"`)),
    shape('M0 -230 L54 -30 H-54 Z', warm, 'transform="rotate(32 0 -30)"'),
    shape('M0 170 L54 -30 H-54 Z', cool, 'transform="rotate(32 0 -30)"'),
    circle(0, -30, 22, dark),
  ].join('')

export const clock: Draw = ({ dark, light, warm, cool }) =>
  [
    circle(0, -30, 290, warm),
    circle(0, -30, 240, light),
    each(12, (i) => circle(0, -228, i % 3 ? 9 : 17, dark, `transform="rotate(${i * 30} 0 -30)"`)),
    shape('M-240 -10 q60 -44 120 0 t120 0 t120 0 t120 0 A240 240 0 0 1 -240 -10 Z', cool, 'opacity="0.45"'),
    line('M0 -30 V130', dark, 24),
    line('M0 -30 V-200', dark, 14),
    circle(0, -30, 24, warm),
  ].join('')

export const weathercock: Draw = ({ dark, light, warm, cool }) =>
  [
    line('M0 60 V400 M-250 210 H250', dark, 20),
    shape('M250 170 L320 210 L250 250 Z M-320 160 L-240 210 L-320 260 Z', dark),
    shape(
      'M-260 -200 C-180 -330 -80 -230 -90 -120 C-30 -60 60 -60 110 -140 C120 -220 150 -290 220 -290 C290 -280 280 -200 240 -170 C250 10 120 80 0 80 C-130 80 -240 -20 -260 -200 Z',
      warm,
    ),
    shape('M170 -290 q20 -60 44 -10 q30 -50 40 4 q40 -20 20 40 Z', cool),
    shape('M276 -240 L340 -222 L270 -204 Z', cool),
    circle(226, -240, 12, dark),
    line('M-210 -200 Q-130 -130 -120 -30 M-160 -230 Q-100 -150 -100 -60', light, 10, 'opacity="0.7"'),
  ].join('')

export const bucket: Draw = ({ dark, light, warm, cool }) =>
  [
    line('M-190 -60 A190 200 0 0 1 190 -60', dark, 18),
    shape('M-220 -60 H220 L160 320 H-160 Z', cool),
    shape('M-196 90 q49 -40 98 0 t98 0 t98 0 t98 0 L160 320 H-160 Z', dark, 'opacity="0.35"'),
    ellipse(0, -60, 220, 54, dark),
    ellipse(0, -54, 190, 38, light, 'opacity="0.7"'),
    circle(60, -250, 90, warm),
    line('M60 -340 q10 -40 50 -46', dark, 12),
    circle(30, -280, 14, light, 'opacity="0.8"'),
    line('M-60 -250 Q-160 -190 -90 -110', light, 8, 'stroke-dasharray="4 22"'),
  ].join('')

export const stage: Draw = ({ dark, light, warm, cool }) =>
  [
    shape('M-340 -160 Q0 -400 340 -160 V-100 H-340 Z', warm),
    each(5, (i) => line(`M${-260 + i * 130} -132 V${-250 + Math.abs(i - 2) * 46}`, light, 12, 'opacity="0.55"')),
    rect(-330, -110, 36, 380, dark),
    rect(294, -110, 36, 380, dark),
    shape('M-180 -100 L-320 190 H-60 Z M180 -100 L320 190 H60 Z', cool, 'opacity="0.4"'),
    shape('M0 -100 L-130 190 H130 Z', light, 'opacity="0.5"'),
    people([-110, 20, 150], 110, [dark, warm, dark]),
    rect(-360, 190, 720, 160, dark, 'rx="10"'),
    each(9, (i) => circle(-300 + i * 75, 226, 12, light)),
  ].join('')

export const tent: Draw = ({ dark, light, warm, cool }) =>
  [
    line('M0 -300 V-390', dark, 12),
    shape('M0 -390 l120 34 l-120 36 Z', cool),
    shape('M0 -300 Q70 -90 350 -10 L300 340 H-300 L-350 -10 Q-70 -90 0 -300 Z', light),
    shape('M0 -300 Q30 -90 120 -10 L100 340 H-100 L-120 -10 Q-30 -90 0 -300 Z', warm),
    shape(
      'M0 -300 Q60 -100 240 -10 L210 340 H300 L350 -10 Q70 -90 0 -300 Z M0 -300 Q-60 -100 -240 -10 L-210 340 H-300 L-350 -10 Q-70 -90 0 -300 Z',
      warm,
    ),
    shape('M0 40 L70 340 H-70 Z', dark),
    line('M-350 -10 q58 46 117 0 t117 0 t117 0 t117 0 t117 0 t117 0', dark, 12),
  ].join('')

export const chapel: Draw = ({ dark, light, warm, cool }) =>
  [
    shape('M-130 -60 L110 -210 L330 -60 V340 H-130 Z', light),
    shape('M-170 -40 L110 -230 L370 -40 L330 -20 L110 -170 L-130 -20 Z', dark),
    rect(-230, -120, 140, 460, light),
    shape('M-250 -120 L-160 -350 L-70 -120 Z', dark),
    line('M-160 -400 V-340 M-184 -378 H-136', dark, 10),
    ...[10, 130, 250].map((x) => shape(`M${x - 34} 170 V60 Q${x} -10 ${x + 34} 60 V170 Z`, x === 130 ? warm : cool)),
    shape('M-194 340 V200 Q-160 140 -126 200 V340 Z', dark),
    circle(-160, -50, 26, warm),
  ].join('')

export const train: Draw = ({ dark, light, warm, cool }) =>
  [
    shape('M-800 330 V-100 H120 Q310 -90 350 190 V330 Z', warm),
    shape('M-800 150 H344 L350 190 V240 H-800 Z', light),
    shape('M150 -60 Q270 -50 300 80 H150 Z', dark),
    each(5, (i) => rect(-780 + i * 180, -50, 130, 110, cool, 'rx="16"')),
    each(5, (i) => rect(-780 + i * 180, -50, 130, 50, light, 'rx="16" opacity="0.35"')),
    circle(310, 274, 22, light),
    shape('M330 274 L800 180 V360 Z', light, 'opacity="0.28"'),
    line('M-800 344 H360', dark, 26),
  ].join('')

export const ticket: Draw = ({ dark, light, warm, cool }) =>
  [
    turned(
      [30, 60],
      14,
      shape('M-320 -130 H320 V-44 A44 44 0 0 0 320 44 V130 H-320 V44 A44 44 0 0 0 -320 -44 Z', cool),
    ),
    turned(
      [0, -40],
      -8,
      shape('M-330 -140 H330 V-46 A46 46 0 0 0 330 46 V140 H-330 V46 A46 46 0 0 0 -330 -46 Z', light),
      line('M150 -120 V120', dark, 8, 'stroke-dasharray="2 24"'),
      circle(-120, -16, 74, warm),
      shape('M-250 20 q32 -28 65 0 t65 0 t65 0 t65 0 V100 H-250 Z', dark),
      line('M210 -60 h66 M210 -10 h66 M210 40 h40', dark, 12),
    ),
  ].join('')

export const wheelchair: Draw = ({ dark, light, warm, cool }) =>
  [
    shape('M-420 380 L420 250 V400 H-420 Z', dark),
    circle(-20, 120, 170, 'none', `stroke="${light}" stroke-width="30"`),
    each(8, (i) => line('M-20 120 V-40', light, 5, `transform="rotate(${i * 45} -20 120)"`)),
    circle(0, -270, 70, dark),
    line('M-10 -170 L0 40 H130 L190 220 H260', warm, 64),
    line('M-10 -120 Q60 -30 150 -50', dark, 34),
    line('M-150 -110 V60', dark, 18),
    circle(230, 250, 34, cool),
  ].join('')

export const projector: Draw = ({ dark, light, warm, cool }) =>
  [
    shape('M190 90 L800 -160 V340 Z', light, 'opacity="0.4"'),
    circle(-150, -180, 150, dark),
    circle(120, -150, 116, dark),
    each(5, (i) => circle(-150, -270, 32, warm, `transform="rotate(${i * 72} -150 -180)"`)),
    each(5, (i) => circle(120, -218, 24, cool, `transform="rotate(${i * 72} 120 -150)"`)),
    rect(-250, -20, 430, 230, dark, 'rx="30"'),
    rect(170, 40, 80, 100, warm, 'rx="12"'),
    circle(-130, 94, 54, light),
    line('M-160 210 L-230 400 M90 210 L160 400', dark, 24),
  ].join('')
