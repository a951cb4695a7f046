import { palette } from '../palette.ts'
import { at, circle, line, points, rect, shape, turned } from './shapes.ts'

const { beach, coral, foam, granite, heather, meadow, moss, sea, shallows, shell, sun } = palette

const openSea = '#8FCBD6'
const quayStone = '#E0DACB'
const wetSand = '#E3C88F'
const grove = '#AFCB87'
const planks = '#B08B57'

const shoreline = 'M400 604 C470 692 600 770 760 810 C930 850 1090 902 1260 896 C1400 890 1500 932 1600 920'
const coast = `M262 0 C196 38 104 88 104 172 C104 252 186 292 268 302 C330 310 372 320 384 352 L650 352 L650 500 L400 500 L400 604 ${shoreline.replace('M400 604 ', '')}`

/** The terrain: water, meadows, sand, harbour and paths. */
export function land(width: number, height: number): string {
  return [
    rect(0, 0, width, height, openSea),
    line(coast, shallows, 150, 'opacity="0.5"'),
    line(coast, shallows, 84, 'opacity="0.8"'),
    line(coast, foam, 24, 'opacity="0.75"'),
    waves(),
    shape(`${coast} L1600 0 Z`, meadow),
    meadows(),
    shore(),
    harbour(),
    saltPans(),
    ways(),
  ].join('')
}

function waves(): string {
  const crests = points(
    '40,60 120,330 30,420 210,430 60,520 250,700 90,700 470,860 640,920 820,945 980,975 1180,965 1390,975 1520,985 440,740 60,240 300,450 20,640 700,985',
  )
  return crests.map(([x, y]) => line(`M${x} ${y} q11 -10 22 0 t22 0 t22 0`, shell, 3, 'opacity="0.7"')).join('')
}

function meadows(): string {
  return [
    shape('M1000 0 C1010 90 940 190 985 330 C1060 370 1190 340 1228 300 C1250 200 1220 80 1240 0 Z', grove),
    shape(
      'M1266 40 C1360 22 1520 26 1562 50 C1578 180 1578 300 1562 386 C1470 404 1340 400 1262 384 C1246 260 1250 140 1266 40 Z',
      '#DCEABB',
    ),
    shape(
      'M262 0 C196 38 104 88 104 172 C104 252 186 292 268 302 C330 310 420 250 452 190 C480 110 440 40 430 0 Z',
      grove,
    ),
    ...gorse(),
    line(
      'M1264 128 H1384 C1440 128 1460 100 1460 44 M1460 290 C1452 240 1440 250 1440 128',
      moss,
      2,
      'stroke-dasharray="2 9" opacity="0.7"',
    ),
  ].join('')
}

function gorse(): string[] {
  const clumps = points(
    '470,150 450,290 330,110 130,250 190,70 860,330 1000,460 1180,480 950,240 1380,460 1300,590 1440,740',
  )
  return clumps.flatMap(([x, y]) =>
    points('0,0 9,-6 17,1 6,7').map(([dx, dy], index) => circle(x + dx, y + dy, 5, index === 1 ? sun : '#8FAE5E')),
  )
}

function shore(): string {
  const duneFoot =
    'L1600 812 C1500 812 1400 790 1260 776 C1090 764 930 728 800 706 C700 692 620 712 560 696 C500 680 440 646 400 604 Z'
  const tufts = points('820,716 880,724 1330,790 1390,796 1450,802 1510,806 1556,810 1285,782 700,700 780,706')
  const parasols = points('690,752 745,768 815,784 1330,850 1395,858 1465,868 1530,872')
  const colors = [coral, sun, sea, heather]
  return [
    shape(`${shoreline} ${duneFoot}`, beach),
    line(shoreline, wetSand, 16, 'opacity="0.8"'),
    line(shoreline, foam, 6),
    ...tufts.map(([x, y]) => line(`M${x} ${y} l-7 -13 M${x} ${y} v-17 M${x} ${y} l7 -13`, moss, 3)),
    ...parasols.map((spot, index) =>
      at(
        spot,
        circle(2, 3, 13, '#000', 'opacity="0.12"'),
        circle(0, 0, 13, colors[index % colors.length] ?? coral),
        shape(
          'M0 0 L-9 -9 A13 13 0 0 1 0 -13 Z M0 0 L9 -9 A13 13 0 0 1 13 0 Z M0 0 L9 9 A13 13 0 0 1 0 13 Z M0 0 L-9 9 A13 13 0 0 1 -13 0 Z',
          shell,
          'opacity="0.85"',
        ),
      ),
    ),
  ].join('')
}

function harbour(): string {
  return [
    shape('M384 352 L374 326 L676 326 L676 500 L650 500 L650 352 Z', quayStone),
    shape('M400 500 H740 Q764 500 764 524 V660 Q764 704 726 704 L600 700 C530 690 450 660 400 604 Z', quayStone),
    line('M384 352 H650 V500 H400 V604', granite, 7),
    shape('M412 528 L146 588 Q128 593 132 610 Q136 626 154 622 L412 566 Z', granite),
    shape('M412 536 L150 595 Q140 598 142 608 Q144 616 156 613 L412 557 Z', '#E7E3D9'),
    circle(152, 604, 13, shell),
    circle(152, 604, 9, coral),
    circle(152, 604, 3.5, sun),
    line('M540 500 V430 M590 500 V430', planks, 7),
    ...[440, 462, 484].map((y) => line(`M530 ${y} h20 M580 ${y} h20`, planks, 4)),
  ].join('')
}

/** A salt marsh: a grid of basins, with heaps of salt beside them. */
function saltPans(): string {
  const pans = [0, 1, 2, 3].flatMap((column) =>
    [0, 1, 2].map((row) => rect(column * 42, row * 34, 36, 28, (column + row) % 3 === 0 ? foam : shallows, 'rx="5"')),
  )
  const heaps = points('18,116 46,116 156,-8').map(([x, y]) =>
    shape(`M${x - 12} ${y} q12 -24 24 0 Z`, shell, `stroke="${granite}" stroke-width="1.5"`),
  )
  return turned([1040, 378], 5, rect(-9, -9, 180, 114, '#E5DCC0', 'rx="12"'), ...pans, ...heaps)
}

function ways(): string {
  const walks = [
    'M1600 520 H1500 C1420 520 1330 516 1240 518 C1130 520 1020 552 930 536 C850 522 790 470 706 462',
    'M706 470 V300 C690 306 600 240 470 236 C400 234 360 262 300 240',
    'M765 250 C752 276 722 290 706 310 M765 250 V60',
    'M930 536 C900 510 850 500 832 462',
    'M1240 518 C1216 460 1250 430 1242 370 C1234 310 1160 300 1132 250',
    'M1242 372 C1290 396 1340 392 1420 392 H1560',
    'M950 536 C946 600 946 670 996 708',
    'M1240 518 C1262 580 1250 640 1290 664',
    'M1290 664 C1286 690 1280 700 1264 708',
    'M706 462 C716 500 716 520 700 560',
    'M760 610 H1170',
  ]
  return [
    ...walks.map((d) => line(d, '#DCCFAF', 25)),
    ...walks.map((d) => line(d, '#FDF9EF', 19)),
    shape(
      'M992 704 C1030 734 1080 744 1120 740 L1268 706',
      'none',
      `stroke="${planks}" stroke-width="13" stroke-dasharray="6 3"`,
    ),
    line('M1592 0 V800', '#C4BFB2', 24),
    line('M1592 0 V800', shell, 2, 'stroke-dasharray="14 12"'),
  ].join('')
}
