import { Alert } from '@mantine/core'
import { IconWorld } from '@tabler/icons-react'
import { useTexts } from '../../texts/language.tsx'
import { labelsThatFit, labelWidth } from './pin-labels.ts'
import { extentOf, graticule, type Pin } from './pins.ts'
import { texts } from './texts.ts'

interface Props {
  label: string
  pins: Pin[]
  selectedId: string | undefined
  hoveredId: string | undefined
  onSelect: (id: string) => void
  onHover: (id: string | undefined) => void
}

const [width, height] = [1000, 640]

/** Places by longitude and latitude on a plain grid: street tiles would come from another server. */
export function GeoView({ label, pins, selectedId, hoveredId, onSelect, onHover }: Props) {
  const t = useTexts(texts)
  const { west, east, south, north } = extentOf(pins.map(({ position }) => position))
  const x = (longitude: number) => ((longitude - west) / (east - west)) * width
  const y = (latitude: number) => ((north - latitude) / (north - south)) * height
  const named = labelsThatFit(
    pins.map(({ id, title, position }) => ({ id, x: x(position.x), y: y(position.y), width: labelWidth(title) })),
  )
  return (
    <div className="geo-view">
      <Alert icon={<IconWorld size={20} />} color="blue" title={t.geo.title}>
        {t.geo.hint}
      </Alert>
      {/* biome-ignore lint/a11y/useSemanticElements: no HTML element is a drawing with buttons inside */}
      <svg className="geo-plane surface" viewBox={`0 0 ${width} ${height}`} role="group" aria-label={label}>
        {graticule(west, east).map((longitude) => (
          <g key={longitude}>
            <line x1={x(longitude)} x2={x(longitude)} y1={0} y2={height} />
            <text x={x(longitude) + 5} y={height - 8}>{`${longitude}°`}</text>
          </g>
        ))}
        {graticule(south, north).map((latitude) => (
          <g key={latitude}>
            <line x1={0} x2={width} y1={y(latitude)} y2={y(latitude)} />
            <text x={6} y={y(latitude) - 5}>{`${latitude}°`}</text>
          </g>
        ))}
        {pins.map(({ id, title, position, color }) => (
          // biome-ignore lint/a11y/useSemanticElements: SVG has no button element
          <circle
            key={id}
            className="geo-pin"
            cx={x(position.x)}
            cy={y(position.y)}
            r={id === selectedId || id === hoveredId ? 12 : 8}
            fill={color}
            data-selected={id === selectedId || undefined}
            role="button"
            tabIndex={0}
            aria-label={`${title}, ${t.geo.longitude} ${position.x}, ${t.geo.latitude} ${position.y}`}
            onClick={() => onSelect(id)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' || event.key === ' ') onSelect(id)
            }}
            onMouseEnter={() => onHover(id)}
            onMouseLeave={() => onHover(undefined)}
          >
            <title>{title}</title>
          </circle>
        ))}
        {pins
          .filter(({ id }) => named.has(id) || id === selectedId || id === hoveredId)
          .map(({ id, title, position }) => (
            <text
              key={id}
              className="geo-name"
              x={x(position.x)}
              y={y(position.y) + 28}
              textAnchor="middle"
              aria-hidden
            >
              {title.length > 22 ? `${title.slice(0, 21)}…` : title}
            </text>
          ))}
      </svg>
    </div>
  )
}
