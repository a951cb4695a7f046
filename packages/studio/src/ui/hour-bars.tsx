import { useElementSize } from '@mantine/hooks'
import './hour-bars.css'

interface Bar {
  key: string
  count: number
  /** The clock time, shown below every sixth bar. */
  clock: string
}

/** A bar for each hour. The largest is highlighted. */
export function HourBars({ bars, label }: { bars: Bar[]; label: string }) {
  const { ref, width } = useElementSize()
  const step = width / Math.max(1, bars.length)
  const most = Math.max(...bars.map(({ count }) => count))
  const first = bars.findIndex(({ count }) => count === most)
  return (
    <div ref={ref}>
      <svg className="hour-bars" width="100%" height={height} role="img" aria-label={label}>
        {bars.map(({ key, count, clock }, index) => {
          const tall = count === 0 ? 1 : Math.max(2, (count / most) * (box - 4))
          return (
            <g key={key}>
              <rect
                x={index * step + step * 0.15}
                y={box - tall}
                width={step * 0.7}
                height={tall}
                rx={Math.min(2, tall / 2)}
                data-most={index === first || undefined}
              />
              {index % 6 === 0 && (
                <text x={index * step} y={height - 4}>
                  {clock}
                </text>
              )}
            </g>
          )
        })}
      </svg>
    </div>
  )
}

const height = 96
/** The height of the bars, above the labels. */
const box = height - 18
