import { useElementSize } from '@mantine/hooks'
import { useState } from 'react'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { dateFormats, formatInstant } from '../../ui/zoned.ts'
import { type Bar, type Series, stackedBars } from './chart.ts'
import { texts } from './texts.ts'

const height = 200
const space = { top: 8, bottom: 22, start: 44 }

interface Props {
  days: string[]
  series: Series[]
  label: string
  /** Whether the series need their names. */
  hasLegend: boolean
}

/** Numbers by day, with stacked types. They are also in the table, and below the chart for the day that is pointed at. */
export function AnalyticsChart({ days, series, label, hasLegend }: Props) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const { ref, width } = useElementSize()
  const [pointed, setPointed] = useState<Bar>()
  const count = new Intl.NumberFormat(language)
  const box = { width: Math.max(0, width - space.start), height: height - space.top - space.bottom }
  const { bars, ticks } = stackedBars(days, series, box)
  const every = Math.max(1, Math.ceil(days.length / Math.max(1, Math.floor(box.width / 70))))
  const dayName = (day: string) => formatInstant(`${day}T00:00:00Z`, 'UTC', language, dateFormats.day)
  const tone = new Map(series.map(({ type }, index) => [type, index]))
  const words = hasLegend && pointed?.parts.map(({ type, count: n }) => `${type} ${count.format(n)}`).join(', ')
  return (
    <div ref={ref}>
      <svg
        className="chart"
        width="100%"
        height={height}
        role="img"
        aria-label={label}
        onPointerLeave={() => setPointed(undefined)}
      >
        <g transform={`translate(${space.start} ${space.top})`}>
          {ticks.map(({ value, y }) => (
            <g key={value}>
              <line x1={0} x2={box.width} y1={y} y2={y} className="chart-line" />
              <text x={-8} y={y} dy="0.32em" textAnchor="end" className="chart-text">
                {count.format(value)}
              </text>
            </g>
          ))}
          {bars.map((bar, index) => (
            <g key={bar.day} onPointerEnter={() => setPointed(bar)}>
              <rect
                x={bar.x - bar.width * 0.2}
                y={0}
                width={bar.width * 1.4}
                height={box.height}
                className="chart-day"
              />
              {bar.parts.map(({ type, y, height: tall }) => (
                <rect
                  key={type}
                  x={bar.x}
                  y={y}
                  width={bar.width}
                  height={tall}
                  className="chart-part"
                  data-tone={tone.get(type)}
                />
              ))}
              {index % every === 0 && (
                <text x={bar.x + bar.width / 2} y={box.height + 16} textAnchor="middle" className="chart-text">
                  {dayName(bar.day)}
                </text>
              )}
            </g>
          ))}
        </g>
      </svg>
      {hasLegend && (
        <ul className="chart-legend">
          {series.map(({ type, total: n }, index) => (
            <li key={type}>
              <span className="chart-swatch" data-tone={index} aria-hidden />
              {type} <span className="chart-number tabular">{count.format(n)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="chart-pointed tabular">
        {pointed && t.onDay(dayName(pointed.day), count.format(pointed.total))}
        {words && ` (${words})`}
      </p>
    </div>
  )
}
