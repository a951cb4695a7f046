import { IconCloud, IconFrame } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTexts } from '../texts/language.tsx'
import { useApp } from './app-context.ts'
import { isColor } from './color.ts'
import { AppIcon } from './icon.tsx'
import css from './preview.module.css'
import { texts } from './texts.ts'
import { numberOr, objectsIn, type Shown, textOr } from './words.ts'

interface Props {
  block: Shown
}

export function Divider({ block }: Props) {
  const thickness = Math.min(numberOr(block.thickness, block.style === 'space' ? 24 : 1), 200)
  const color = isColor(block.color) ? block.color : 'var(--app-line)'
  if (block.style === 'space') return <div style={{ height: thickness }} aria-hidden />
  if (block.style === 'wave') {
    return (
      <svg className={css.wave} viewBox="0 0 240 12" preserveAspectRatio="none" aria-hidden="true">
        <path
          d="M0 6 Q10 0 20 6 T40 6 T60 6 T80 6 T100 6 T120 6 T140 6 T160 6 T180 6 T200 6 T220 6 T240 6"
          fill="none"
          stroke={color}
          strokeWidth={thickness}
        />
      </svg>
    )
  }
  return <hr className={css.rule} style={{ borderTopWidth: thickness, borderTopColor: color }} />
}

export function Countdown({ block }: Props) {
  const t = useTexts(texts)
  const now = useNow()
  const target = Date.parse(textOr(block.target))
  const left = Math.max(0, Math.floor((target - now) / 60_000))
  const isOver = left === 0 && !Number.isNaN(target)
  const parts: [number, string][] = [
    [Math.floor(left / 1_440), t.days],
    [Math.floor(left / 60) % 24, t.hours],
    [left % 60, t.minutes],
  ]
  return (
    <div className={css.countdown}>
      {textOr(block.title) !== '' && !isOver && <p>{textOr(block.title)}</p>}
      {isOver && textOr(block.endText) !== '' ? (
        <p className={css.heading}>{textOr(block.endText)}</p>
      ) : (
        <div className={css.clock}>
          {parts.map(([value, unit]) => (
            <span key={unit}>
              <strong>{Number.isNaN(target) ? '–' : value}</strong>
              <small>{unit}</small>
            </span>
          ))}
        </div>
      )}
    </div>
  )
}

/** The current time, updated as often as a clock without seconds needs it. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Content of other sites is loaded on demand, in a sandboxed frame that may only run scripts. */
export function Embed({ block }: Props) {
  const t = useTexts(texts)
  const [loaded, setLoaded] = useState<string>()
  const url = /^https:/i.test(textOr(block.url)) && URL.canParse(textOr(block.url)) ? textOr(block.url) : ''
  if (url === '') return <p className={css.stub}>{t.empty.embed}</p>
  const { host } = new URL(url)
  const style = {
    aspectRatio: String(numberOr(block.ratio, 1.78)),
    ...(typeof block.height === 'number' && { height: block.height }),
  }
  const title = textOr(block.title, t.embedFrom(host))
  if (loaded === url) {
    return (
      <iframe
        className={css.embed}
        style={style}
        title={title}
        src={url}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        loading="lazy"
      />
    )
  }
  return (
    <div className={css.embed} style={style}>
      <IconFrame size={26} aria-hidden />
      <span>{title}</span>
      <button type="button" className={css.seeAll} onClick={() => setLoaded(url)}>
        {t.load}
      </button>
    </div>
  )
}

export function Socials({ block }: Props) {
  const t = useTexts(texts)
  const { open } = useApp()
  const entries = objectsIn(block.values)
  if (entries.length === 0) return <p className={css.stub}>{t.empty.socials}</p>
  return (
    <div className={css.socials}>
      {entries.map((entry, index) => {
        const url = textOr(entry.url)
        return (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: networks are identified by position
            key={index}
            type="button"
            className={css.social}
            onClick={() => open(/^https?:/i.test(url) ? { to: 'link', url } : undefined)}
          >
            <AppIcon icon={{ type: iconOf(textOr(entry.network)) }} />
            {textOr(entry.label, textOr(entry.network, '…'))}
          </button>
        )
      })}
    </div>
  )
}

const iconOf = (network: string) => (['instagram', 'mastodon', 'youtube'].includes(network) ? network : 'globe')

/** The service has no weather data; apps fetch it themselves. */
export function Weather({ block }: Props) {
  const t = useTexts(texts)
  return (
    <div className={css.card}>
      <IconCloud size={34} stroke={1.5} aria-hidden />
      <span className={css.tileWords}>
        <span className={css.tileTitle}>{textOr(block.title, textOr(block.place, '…'))}</span>
        <span className={css.tileDetail}>
          {[textOr(block.title) ? textOr(block.place) : '', t.weather(numberOr(block.days, 1))]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
    </div>
  )
}
