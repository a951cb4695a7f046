import { buildings } from './drawings/buildings.ts'
import { furniture } from './drawings/furniture.ts'
import { land } from './drawings/land.ts'
import { legend } from './drawings/legend.ts'

export const mapSize = { width: 1600, height: 1000 }

/** The background of the festival's map. Its places come from the same tables as the records. */
export const mapSvg = drawMap(mapSize)

function drawMap({ width, height }: { width: number; height: number }): string {
  const content = [land(width, height), buildings(), furniture(), legend()].join('')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">` +
    `<title>Grande Étale, plan du festival</title>${content}</svg>`
  )
}
