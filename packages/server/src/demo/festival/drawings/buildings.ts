import { palette } from '../palette.ts'
import { at, circle, ellipse, group, line, points, rect, shape, turned } from './shapes.ts'

const { coral, granite, heather, moss, night, sand, sea, shell, slate, sun } = palette

const shade = 'opacity="0.16"'
const roofBlue = '#6F8797'

/** The six stages seen from above, and the houses, boats and trees around them. */
export function buildings(): string {
  return [
    town(),
    boats(),
    jetty(),
    lighthouse(),
    dune(),
    fishHall(),
    sailLoft(),
    chapel(),
    cove(),
    gates(),
    trees(),
  ].join('')
}

function jetty(): string {
  return at(
    [480, 585],
    shape('M14 -46 L214 -92 Q236 0 214 92 L14 46 Z', coral, 'opacity="0.13"'),
    ...crowd(
      '60,-20 76,14 96,-36 104,6 120,38 128,-12 146,-50 150,20 168,-24 176,48 186,4 132,62 92,30 196,-44 160,-2 110,-58',
    ),
    rect(-48, -54, 64, 112, '#000', `rx="8" ${shade}`),
    rect(-54, -60, 64, 116, night, 'rx="8"'),
    shape('M-54 -60 L10 -60 L-10 -2 L10 56 L-54 56 Z', coral),
    rect(8, -60, 8, 30, slate, 'rx="2"'),
    rect(8, 26, 8, 30, slate, 'rx="2"'),
    ...[-40, -20, 0, 20, 40].map((y) => circle(6, y - 2, 3.5, sun)),
  )
}

function lighthouse(): string {
  return [
    '<defs><radialGradient id="beam" gradientUnits="userSpaceOnUse" cx="222" cy="128" r="270">',
    `<stop offset="0" stop-color="${sun}" stop-opacity="0.75"/><stop offset="1" stop-color="${sun}" stop-opacity="0"/>`,
    '</radialGradient></defs>',
    shape('M222 128 L500 30 L512 108 Z M222 128 L0 170 L0 246 Z', 'url(#beam)'),
    at(
      [222, 128],
      ellipse(6, 10, 40, 34, '#000', shade),
      circle(0, 0, 36, granite),
      circle(0, 0, 26, shell),
      circle(0, 0, 18, coral),
      circle(0, 0, 10, shell),
      circle(0, 0, 5.5, sun),
    ),
    at(
      [285, 205],
      shape('M12 -34 Q92 -58 108 6 Q92 62 12 40 Z', heather, 'opacity="0.16"'),
      ...crowd('40,-14 52,16 66,-26 72,4 84,26 90,-8'),
      rect(-30, -36, 44, 80, '#000', `rx="22" ${shade}`),
      rect(-34, -42, 44, 80, heather, 'rx="22"'),
      rect(-26, -30, 28, 56, night, 'rx="14"'),
      ...[-18, -2, 14].map((y) => circle(2, y, 3.5, sun)),
    ),
  ].join('')
}

function dune(): string {
  return at(
    [1060, 805],
    shape('M-44 -12 Q-96 -60 -40 -72 Q20 -86 62 -66 Q98 -50 44 -12 Z', sun, 'opacity="0.28"'),
    ...crowd('-50,-40 -30,-54 -14,-34 4,-58 18,-38 38,-52 54,-36'),
    rect(-50, -10, 106, 50, '#000', `rx="6" ${shade}`),
    rect(-54, -16, 108, 50, '#B08B57', 'rx="6"'),
    ...[-42, -28, -14, 0, 14, 28, 42].map((x) => line(`M${x} -14 V32`, '#94703F', 2)),
    shape('M-54 -16 Q0 22 54 -16 L54 34 Q0 8 -54 34 Z', sand, 'opacity="0.92"'),
    ...[-34, -12, 12, 34].map((x) => circle(x, -14, 3.5, coral)),
  )
}

function fishHall(): string {
  return at(
    [520, 300],
    rect(-134, -24, 276, 58, '#000', `rx="4" ${shade}`),
    rect(-140, -32, 276, 58, roofBlue),
    rect(-140, -32, 276, 29, '#869CAA'),
    ...Array.from({ length: 11 }, (_, bay) => line(`M${-115 + bay * 25} -32 V26`, '#5D7484', 2)),
    ...Array.from({ length: 6 }, (_, bay) => rect(-122 + bay * 47, -22, 14, 10, '#D7ECEF', 'rx="2"')),
    rect(-140, -32, 276, 58, 'none', `stroke="${night}" stroke-width="3"`),
  )
}

function sailLoft(): string {
  return at(
    [830, 418],
    rect(-66, -40, 140, 84, '#000', `rx="4" ${shade}`),
    rect(-72, -46, 140, 84, shell),
    ...[0, 1, 2, 3].map((bay) => shape(`M${-72 + bay * 35} -46 q35 42 0 84 Z`, bay % 2 === 0 ? sea : coral)),
    ...[0, 1, 2, 3].map((bay) =>
      shape(`M${-72 + bay * 35} 38 q42 -34 35 -84 Z`, bay % 2 === 0 ? coral : sea, 'opacity="0.2"'),
    ),
    rect(-72, -46, 140, 84, 'none', `stroke="${night}" stroke-width="3"`),
  )
}

function chapel(): string {
  return at(
    [1130, 205],
    ellipse(0, 6, 76, 58, '#C7DCA4'),
    rect(-34, -14, 84, 44, '#000', `rx="3" ${shade}`),
    shape('M-40 -20 H40 V22 H-40 Z', roofBlue),
    shape('M-40 -20 H40 V1 H-40 Z', '#869CAA'),
    shape('M-6 -32 H16 V34 H-6 Z', '#7B92A1'),
    line('M-40 1 H40 M5 -32 V34', '#5D7484', 2),
    rect(-64, -13, 26, 28, '#8FA3AF'),
    shape('M-64 -13 L-51 1 L-38 -13 Z M-64 15 L-51 1 L-38 15 Z', '#5D7484'),
    line('M-51 -5 v12 M-56 -1 h10', sun, 3),
  )
}

/** The children's corner: a sandpit, a slide and two dens. */
function cove(): string {
  return at(
    [1330, 640],
    ellipse(0, 0, 66, 46, '#F2DDAE'),
    ellipse(0, 0, 66, 46, 'none', `stroke="${moss}" stroke-width="3" stroke-dasharray="3 8"`),
    shape('M14 -28 l16 26 h-32 Z', coral),
    shape('M40 -10 l13 22 h-26 Z', sea),
    line('M-36 -22 L-8 -8', sun, 9),
    circle(-40, -24, 8, heather),
    circle(20, 24, 9, sun),
  )
}

function gates(): string {
  const flag = (x: number, y: number, color: string) =>
    line(`M${x} ${y} V${y - 30}`, night, 3) + shape(`M${x} ${y - 30} l18 6 l-18 7 Z`, color)
  return [
    flag(1478, 506, coral),
    flag(1478, 556, sun),
    flag(1506, 506, sun),
    flag(1506, 556, coral),
    flag(748, 250, coral),
    flag(782, 250, sun),
  ].join('')
}

function town(): string {
  const houses = points(
    '540,60 592,48 644,66 696,50 820,54 872,70 924,50 560,118 616,128 672,116 828,124 884,136 938,118 590,186 648,190 836,196 892,204 700,178 950,188 486,40 498,104 520,168',
  )
  const roofs = ['#B9603F', roofBlue, '#C98158', '#7C8FA0', '#A9553A']
  return houses
    .map((spot, index) =>
      turned(
        spot,
        ((index * 37) % 17) - 8,
        rect(-16, -10, 38, 28, '#000', shade),
        rect(-19, -14, 38, 28, roofs[index % roofs.length] ?? roofBlue),
        rect(-19, -14, 38, 14, shell, 'opacity="0.16"'),
        rect(6, -10, 6, 6, sand),
      ),
    )
    .join('')
}

function boats(): string {
  const hull = (color: string) =>
    group(
      '',
      shape('M-20 0 Q-14 -8 8 -8 Q20 -6 26 0 Q20 6 8 8 Q-14 8 -20 0 Z', shell),
      shape('M-12 0 Q-8 -4 6 -4 Q14 -3 18 0 Q14 3 6 4 Q-8 4 -12 0 Z', color),
    )
  const moored: [number, number, number, string][] = [
    [440, 376, 2, coral],
    [500, 376, 178, sea],
    [560, 376, 4, moss],
    [618, 376, 182, sun],
    [510, 440, 0, night],
    [510, 466, 0, coral],
    [562, 466, 178, sea],
    [622, 470, 180, heather],
  ]
  return [
    ...moored.map(([x, y, degrees, color]) => turned([x, y], degrees, hull(color))),
    sailing(70, 330, shell, coral),
    sailing(290, 412, sun, shell),
    sailing(760, 900, coral, sand),
  ].join('')
}

const sailing = (x: number, y: number, main: string, jib: string) =>
  at(
    [x, y],
    shape('M-26 12 H26 L16 24 H-16 Z', night),
    shape('M0 -38 V8 H-24 Z', main),
    shape('M4 -32 V8 H22 Z', jib),
    line('M-34 28 q9 -7 17 0 t17 0 t17 0 t17 0', shell, 3),
  )

function trees(): string {
  const pines = points(
    '1060,60 1100,40 1150,52 1196,70 1030,110 1072,120 1196,130 1210,190 1030,180 1060,190 1200,250 1090,300 1150,318 1180,300 1036,225 400,60 410,120 380,90 150,110 1280,440 1330,450 1370,430 900,330 930,300 960,350 1440,640 1470,690 1420,700 1500,650 1540,690 1420,600 1180,690 1540,740 1480,750 760,350 790,320 250,270',
  )
  return pines
    .map(([x, y], index) => {
      const size = 13 + ((index * 7) % 5) * 1.6
      return at(
        [x, y],
        circle(4, 5, size, '#000', shade),
        circle(0, 0, size, index % 3 === 0 ? '#5F8B4A' : '#74A05A'),
        circle(-size / 3, -size / 3, size / 2.4, '#8DB56F'),
      )
    })
    .join('')
}

function crowd(spots: string): string[] {
  return points(spots).map(([x, y], index) =>
    circle(x, y, 4, [night, coral, sea, heather][index % 4] ?? night, 'opacity="0.75"'),
  )
}
