import type { Draw } from '../scene.ts'
import { circle, each, ellipse, group, line, rect, shape, turned } from '../shapes.ts'

export const lighthouse: Draw = ({ dark, light, warm, cool }) =>
  [
    shape('M0 -236 L-1600 -604 V116 Z M0 -236 L1600 -604 V116 Z', cool, 'opacity="0.35"'),
    shape('M-70 -180 H70 L130 340 H-130 Z', light),
    shape('M-82 -76 H82 L97 54 H-97 Z M-112 184 H112 L126 310 H-126 Z', warm),
    rect(-58, -290, 116, 110, dark, 'rx="6"'),
    rect(-40, -276, 80, 84, cool),
    shape('M-76 -290 Q0 -390 76 -290 Z', warm),
    rect(-100, -190, 200, 24, dark, 'rx="8"'),
    rect(-22, 92, 44, 64, dark, 'rx="22"'),
  ].join('')

export const sailboat: Draw = ({ dark, light, warm, cool }) =>
  [
    line('M0 -390 V220', dark, 14),
    shape('M-18 -350 V170 H-250 Q-90 -20 -18 -350 Z', light),
    shape('M18 -330 Q200 -60 250 170 H18 Z', warm),
    shape('M18 -120 Q120 -50 214 60 L250 170 H18 Z', cool, 'opacity="0.6"'),
    shape('M0 -390 l110 34 l-110 34 Z', warm),
    shape('M-290 200 H300 Q250 340 120 340 H-150 Q-260 330 -290 200 Z', dark),
    line('M-270 236 H286', light, 9),
  ].join('')

/** The harbor, with room for the logo in its middle. */
export const harbour: Draw = (inks) =>
  group('transform="translate(-500 90) scale(0.75)"', sailboat(inks)) +
  group('transform="translate(500 60) scale(0.9)"', lighthouse(inks))

export const rowboat: Draw = ({ dark, light, warm, cool }) =>
  [
    line('M-330 320 L120 60 M330 320 L-120 60', light, 16),
    ellipse(0, 0, 58, 64, warm),
    shape('M-96 210 Q-96 70 0 70 Q96 70 96 210 Z', cool),
    shape('M-88 -26 Q0 -70 88 -26 L60 -52 Q0 -96 -60 -52 Z', dark),
    shape('M-340 170 Q0 250 340 170 Q300 350 150 350 H-150 Q-300 350 -340 170 Z', dark),
    line('M-318 210 Q0 280 318 210', warm, 12),
  ].join('')

export const heron: Draw = ({ dark, light, warm, cool }) =>
  [
    line('M-20 150 V400 M50 150 L70 270 L56 400', dark, 14),
    shape('M-230 200 C-180 40 0 -40 110 20 C170 60 130 180 -20 190 C-90 196 -150 190 -230 200 Z', light),
    shape('M-230 200 C-150 80 -20 40 70 90 C20 160 -110 170 -230 200 Z', cool, 'opacity="0.75"'),
    line('M96 60 C200 -40 20 -130 90 -250', light, 46),
    circle(96, -262, 52, light),
    shape('M130 -286 L330 -246 L130 -232 Z', warm),
    line('M80 -300 Q0 -320 -70 -270', dark, 15),
    circle(110, -270, 10, dark),
  ].join('')

export const cormorant: Draw = ({ dark, light, warm, cool }) =>
  [
    shape('M-160 340 Q-130 240 0 236 Q130 240 160 340 Z', cool),
    shape(
      'M-20 -60 C-140 -210 -260 -220 -340 -130 C-280 -120 -300 -60 -260 -30 C-220 -30 -230 40 -180 50 C-120 40 -60 40 -20 60 Z',
      dark,
    ),
    shape(
      'M20 -60 C140 -210 260 -220 340 -130 C280 -120 300 -60 260 -30 C220 -30 230 40 180 50 C120 40 60 40 20 60 Z',
      dark,
    ),
    shape('M-58 -80 Q0 -130 58 -80 Q70 120 20 270 H-20 Q-70 120 -58 -80 Z', dark),
    line('M0 -90 Q-50 -190 14 -260', dark, 48),
    circle(20, -266, 38, dark),
    shape('M46 -286 L180 -270 L50 -246 Z', warm),
    circle(30, -274, 9, light),
    line('M-280 -110 Q-160 -80 -60 0 M280 -110 Q160 -80 60 0', light, 6, 'opacity="0.4"'),
  ].join('')

export const gull: Draw = ({ dark, light, warm, cool }) =>
  [
    line('M0 160 V400', dark, 30),
    rect(-120, 150, 240, 40, dark, 'rx="12"'),
    shape('M-200 40 C-140 -70 20 -100 110 -60 C150 60 60 150 -40 150 C-110 150 -160 90 -200 40 Z', light),
    shape('M-270 70 C-160 -30 -30 -20 50 40 C-30 120 -170 110 -270 70 Z', cool, 'opacity="0.7"'),
    circle(110, -120, 84, light),
    shape('M176 -150 L300 -116 L180 -86 Z', warm),
    circle(136, -138, 13, dark),
    line('M230 -230 q70 70 30 160 M300 -290 q120 130 40 300', light, 15, 'opacity="0.8"'),
  ].join('')

export const moth: Draw = ({ dark, light, warm, cool }) => {
  const wing =
    shape('M10 -40 C120 -280 310 -300 330 -190 C340 -60 180 20 20 10 Z', warm) +
    shape('M14 10 C160 0 260 80 220 190 C170 280 50 210 10 80 Z', cool) +
    circle(214, -160, 52, light) +
    circle(214, -160, 24, dark) +
    circle(140, 128, 28, light)
  return [
    group('', wing),
    group('transform="scale(-1 1)"', wing),
    ellipse(0, 10, 34, 150, dark),
    circle(0, -150, 38, dark),
    line('M-14 -176 Q-60 -290 -130 -300 M14 -176 Q60 -290 130 -300', dark, 10),
  ].join('')
}

export const shell: Draw = ({ dark, light, warm, cool }) =>
  [
    shape('M-40 320 C-330 300 -330 -110 -90 -190 C60 -250 270 -150 270 60 C270 210 150 330 -40 320 Z', warm),
    shape('M-40 320 C-150 300 -130 150 0 150 C110 150 160 250 100 300 Q30 330 -40 320 Z', dark),
    line(
      'M20 150 C-150 130 -180 -60 -30 -100 C110 -130 190 20 100 80 C40 110 -40 60 -10 0 C10 -30 60 -20 56 16',
      light,
      24,
    ),
    line('M-210 180 Q-150 130 -110 170 M-250 60 Q-180 30 -130 80 M-220 -70 Q-150 -80 -110 -20', cool, 14),
  ].join('')

export const fish: Draw = ({ dark, light, warm, cool }) =>
  [
    shape('M-300 0 C-180 -190 80 -190 200 -20 L330 -150 Q300 0 330 150 L200 20 C80 190 -180 190 -300 0 Z', warm),
    shape('M-300 0 C-200 90 80 130 200 20 C80 190 -180 190 -300 0 Z', light, 'opacity="0.5"'),
    each(3, (i) => line(`M${-90 + i * 90} -110 q60 110 0 220`, light, 10, 'opacity="0.8"')),
    circle(-200, -34, 34, light),
    circle(-204, -34, 17, dark),
    shape('M-40 -132 Q40 -230 130 -108 Z', cool),
  ].join('')

export const crab: Draw = ({ dark, light, warm, cool }) =>
  [
    line(
      'M-150 120 L-280 80 L-320 180 M-140 180 L-250 200 L-270 300 M150 120 L280 80 L320 180 M140 180 L250 200 L270 300',
      dark,
      24,
    ),
    line('M-170 60 Q-280 0 -230 -110 M170 60 Q280 0 230 -110', warm, 42),
    shape('M-240 -90 C-350 -150 -330 -300 -210 -290 L-220 -200 L-150 -260 C-110 -180 -160 -80 -240 -90 Z', warm),
    shape('M240 -90 C350 -150 330 -300 210 -290 L220 -200 L150 -260 C110 -180 160 -80 240 -90 Z', warm),
    shape('M-220 120 C-200 -20 200 -20 220 120 C200 280 -200 280 -220 120 Z', warm),
    line('M-60 20 V-60 M60 20 V-60', dark, 16),
    circle(-60, -74, 30, light),
    circle(60, -74, 30, light),
    circle(-56, -74, 13, dark),
    circle(56, -74, 13, dark),
    line('M-70 150 Q0 210 70 150', cool, 14),
  ].join('')

export const seaweed: Draw = ({ dark, light, warm, cool }) => {
  const frond = (x: number, height: number, fill: string) =>
    line(`M${x} 400 q-70 -90 0 -180 t0 -180 t0 ${-height}`, fill, 34) +
    each(5, (i) =>
      ellipse(
        x + (i % 2 ? 50 : -50),
        280 - i * 100,
        46,
        20,
        fill,
        `transform="rotate(${i % 2 ? -30 : 30} ${x} ${280 - i * 100})"`,
      ),
    )
  return [
    frond(-210, 120, dark),
    frond(210, 90, dark),
    frond(-70, 230, warm),
    frond(90, 190, cool),
    circle(-16, -210, 20, light),
    circle(150, -240, 28, light),
    circle(-160, -170, 16, light),
  ].join('')
}

export const pebbles: Draw = ({ dark, light, warm, cool }) =>
  [
    ellipse(0, 280, 270, 90, dark),
    ellipse(20, 150, 210, 70, warm),
    ellipse(-20, 44, 160, 56, light),
    ellipse(14, -44, 116, 44, cool),
    ellipse(-6, -114, 78, 34, dark),
    ellipse(6, -170, 48, 26, light),
    line('M-140 150 Q0 120 150 144', light, 8, 'opacity="0.6"'),
    shape('M0 -330 L16 -250 L0 -220 L-16 -250 Z', warm),
  ].join('')

export const sonar: Draw = ({ dark, light, warm, cool }) =>
  [
    circle(0, -20, 300, dark),
    each(3, (i) => circle(0, -20, 250 - i * 80, 'none', `stroke="${light}" stroke-width="6" opacity="0.55"`)),
    shape('M0 -20 L250 -190 A302 302 0 0 0 90 -308 Z', cool, 'opacity="0.55"'),
    line('M0 -20 L250 -190', light, 10),
    line('M-280 -20 H280 M0 -300 V260', light, 3, 'opacity="0.4"'),
    circle(-120, -120, 24, warm),
    circle(96, 110, 18, warm),
    circle(-60, 130, 14, cool),
    circle(0, -20, 18, light),
  ].join('')

export const anchor: Draw = ({ dark, light, warm, cool }) =>
  [
    line('M0 -180 V280', dark, 44),
    line('M-230 90 Q-220 290 0 300 Q220 290 230 90', dark, 44),
    shape('M-310 130 L-230 0 L-150 130 Z M310 130 L230 0 L150 130 Z', dark),
    line('M-150 -110 H150', dark, 40),
    circle(0, -246, 66, 'none', `stroke="${dark}" stroke-width="36"`),
    line('M60 -290 C260 -330 240 -60 20 -50 C-220 -40 -180 170 10 170 C160 170 190 260 330 300', warm, 24),
    line(
      'M60 -290 C260 -330 240 -60 20 -50 C-220 -40 -180 170 10 170 C160 170 190 260 330 300',
      light,
      5,
      'stroke-dasharray="4 26"',
    ),
    circle(0, -110, 20, cool),
  ].join('')

export const bottle: Draw = ({ dark, light, warm, cool }) =>
  turned(
    [0, 0],
    24,
    shape(
      'M-50 -300 H50 V-150 Q130 -110 130 0 V260 Q130 300 90 300 H-90 Q-130 300 -130 260 V0 Q-130 -110 -50 -150 Z',
      cool,
      'opacity="0.9"',
    ),
    rect(-42, -360, 84, 90, warm, 'rx="14"'),
    rect(-84, -20, 168, 240, light, 'rx="10"'),
    line('M-54 40 h108 M-54 84 h108 M-54 128 h70', dark, 9),
    line('M-96 20 V230', light, 14, 'opacity="0.5"'),
    circle(50, 176, 26, warm),
  )

export const buoy: Draw = ({ dark, light, warm, cool }) =>
  [
    circle(0, -20, 215, 'none', `stroke="${light}" stroke-width="130"`),
    ...[0, 90, 180, 270].map((turn) =>
      group(
        `transform="rotate(${turn + 45} 0 -20)"`,
        shape('M-64 -300 A290 290 0 0 1 64 -300 L34 -166 A150 150 0 0 0 -34 -166 Z', warm),
      ),
    ),
    circle(0, -20, 300, 'none', `stroke="${dark}" stroke-width="14"`),
    line('M-212 -232 Q0 -360 212 -232 M-212 192 Q0 320 212 192', cool, 14),
  ].join('')
