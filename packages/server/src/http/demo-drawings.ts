import { logoSvg } from '../demo/festival/logo-svg.ts'
import { mapSvg } from '../demo/festival/map-svg.ts'
import { drawHarbour, drawPicture, pictureAddress, pictureNames } from '../demo/festival/pictures.ts'

/** The images of the demo festival by path. Each is drawn when it is first requested. */
export const demoDrawings: ReadonlyMap<string, () => string> = new Map([
  ['/demo/map.svg', () => mapSvg],
  ['/demo/logo.svg', () => logoSvg],
  ['/demo/harbour.svg', drawHarbour],
  ...pictureNames.map((name): [string, () => string] => [pictureAddress(name), () => drawPicture(name)]),
])
