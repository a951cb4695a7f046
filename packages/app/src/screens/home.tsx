/** @jsxImportSource preact */
import { useApp } from '../app-context.ts'
import { Blocks } from '../blocks/blocks.tsx'
import { localizedOf, numberOr, objectsIn, type Shown, textOr, wordsOf } from '../data/shown.ts'
import { isColor } from '../look/color.ts'
import { classes, classOf } from '../look/rules.ts'
import { Picture } from '../parts/picture.tsx'
import { UsualHome } from './usual-home.tsx'

/** The start page: a header and blocks, as editors composed it; the usual things when they did not yet. */
export function HomeScreen() {
  const { data, locale } = useApp()
  const { broadcast } = data
  const home: Shown = Object(broadcast.home)
  const blocks = localizedOf(home, 'blocks', locale)
  return (
    <>
      <h1 class="mq-hidden">{wordsOf(broadcast, 'name', locale)}</h1>
      {home.header ? <HomeHeader header={Object(home.header)} /> : null}
      <div class="mq-content">{objectsIn(blocks).length > 0 ? <Blocks blocks={blocks} /> : <UsualHome />}</div>
    </>
  )
}

function HomeHeader({ header }: { header: Shown }) {
  const overlay: Shown = Object(header.overlay)
  const align = { top: 'flex-start', bottom: 'flex-end' }[textOr(header.logoVerticalAlign)] ?? 'center'
  const shape = classOf({
    '--header-height': `${Math.min(numberOr(header.height, 200), 420)}px`,
    alignItems: align,
    backgroundColor: isColor(header.backgroundColor) ? header.backgroundColor : undefined,
  })
  return (
    <div class={classes('mq-home-header', shape)}>
      <Picture value={header.background} class="mq-home-background" isDecorative isFirst />
      {isColor(overlay.color) && (
        <span
          class={classes('mq-overlay', classOf({ background: overlay.color, opacity: numberOr(overlay.opacity, 0.4) }))}
        />
      )}
      <span class={classes('mq-home-logo', classOf({ padding: `${numberOr(header.logoPadding, 16)}px` }))}>
        <Picture value={header.logo} fit="contain" isDecorative isFirst />
      </span>
    </div>
  )
}
