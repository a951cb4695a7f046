/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { useApp } from '../app-context.ts'
import { numberOr, objectsIn, type Shown, textOr } from '../data/shown.ts'
import { isColor } from '../look/color.ts'
import { classes, classOf } from '../look/rules.ts'
import { Icon } from '../parts/icon.tsx'

interface Props {
  block: Shown
}

export function Divider({ block }: Props) {
  const thickness = Math.min(numberOr(block.thickness, block.style === 'space' ? 24 : 1), 200)
  const color = isColor(block.color) ? block.color : 'var(--app-line)'
  if (block.style === 'space') return <div class={classOf({ height: `${thickness}px` })} />
  if (block.style === 'wave') {
    return (
      <svg
        class={classes('mq-wave', classOf({ stroke: color }))}
        viewBox="0 0 240 12"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path
          d="M0 6 Q10 0 20 6 T40 6 T60 6 T80 6 T100 6 T120 6 T140 6 T160 6 T180 6 T200 6 T220 6 T240 6"
          fill="none"
          stroke-width={thickness}
        />
      </svg>
    )
  }
  return <hr class={classes('mq-rule', classOf({ borderTopWidth: `${thickness}px`, borderTopColor: color }))} />
}

export function Countdown({ block }: Props) {
  const { t, nowMs } = useApp()
  const target = Date.parse(textOr(block.target))
  const left = Math.max(0, Math.floor((target - nowMs) / 60_000))
  const isOver = left === 0 && !Number.isNaN(target)
  if (isOver && textOr(block.endText) === '') return null
  const parts: [number, string][] = [
    [Math.floor(left / 1_440), t.days],
    [Math.floor(left / 60) % 24, t.hours],
    [left % 60, t.minutes],
  ]
  return (
    <div class="mq-countdown">
      {textOr(block.title) !== '' && !isOver && <p>{textOr(block.title)}</p>}
      {isOver ? (
        <p class="mq-heading">{textOr(block.endText)}</p>
      ) : (
        <div class="mq-clock">
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

/** Content of other sites is loaded on demand, in a sandboxed frame that may only run scripts. Without JavaScript it is a link. */
export function Embed({ block }: Props) {
  const { t, isPreview } = useApp()
  const [loaded, setLoaded] = useState<string>()
  const url = /^https:/i.test(textOr(block.url)) && URL.canParse(textOr(block.url)) ? textOr(block.url) : ''
  if (url === '') return isPreview ? <p class="mq-stub">{t.empty.embed}</p> : null
  const { host } = new URL(url)
  const size = classOf({
    aspectRatio: numberOr(block.ratio, 1.78),
    ...(typeof block.height === 'number' && { height: `${block.height}px` }),
  })
  const title = textOr(block.title, t.embedFrom(host))
  if (loaded === url) {
    return (
      <iframe
        class={classes('mq-embed', size)}
        title={title}
        src={url}
        sandbox="allow-scripts"
        referrerpolicy="no-referrer"
        loading="lazy"
      />
    )
  }
  const load = (event: Event) => {
    event.preventDefault()
    setLoaded(url)
  }
  return (
    <div class={classes('mq-embed', size)}>
      <span>{title}</span>
      <a class="mq-see-all" href={url} rel="noopener" target="_blank" data-stay onClick={load}>
        {t.load}
      </a>
    </div>
  )
}

export function Socials({ block }: Props) {
  const { t, isPreview } = useApp()
  const entries = objectsIn(block.values).filter(({ url }) => /^(?:https?|mailto|tel):/i.test(textOr(url)))
  if (entries.length === 0) return isPreview ? <p class="mq-stub">{t.empty.socials}</p> : null
  return (
    <ul class="mq-chips">
      {entries.map((entry, index) => (
        <li key={index}>
          <a class="mq-chip" href={textOr(entry.url)} rel="noopener me" target="_blank">
            <Icon name={iconOf(textOr(entry.network))} />
            {textOr(entry.label, textOr(entry.network, '…'))}
          </a>
        </li>
      ))}
    </ul>
  )
}

const iconOf = (network: string) => (['instagram', 'mastodon', 'youtube'].includes(network) ? network : 'globe')

/** The service has no weather data, and pages load nothing from others; installed apps fetch it themselves. */
export function Weather(_: Props) {
  const { t, isPreview } = useApp()
  return isPreview ? <p class="mq-stub">{t.empty.weather}</p> : null
}
