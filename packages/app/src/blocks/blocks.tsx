/** @jsxImportSource preact */
import type { ComponentType } from 'preact'
import { useApp } from '../app-context.ts'
import { numberOr, objectsIn, type Shown, textOr } from '../data/shown.ts'
import type { ListedKind } from '../data/stored-query.ts'
import { destinationOf } from '../destination.ts'
import { isColor, madeReadable, textOn } from '../look/color.ts'
import { classes, classOf } from '../look/rules.ts'
import { StoredIcon } from '../parts/icon.tsx'
import { DestinationLink, NavigatorLink } from '../parts/link.tsx'
import { MapView } from '../parts/map-view.tsx'
import { Piece } from '../parts/piece.tsx'
import { QueryList } from '../parts/tile.tsx'
import { RichText } from '../rich/rich-text.tsx'
import { MediaBlock } from './media-block.tsx'
import { Countdown, Divider, Embed, Socials, Weather } from './small-blocks.tsx'

/** The view of a type of block. */
type BlockView = ComponentType<{ block: Shown }>

/** Blocks in order. An unknown type shows nothing, as in an older app. */
export function Blocks({ blocks }: { blocks: unknown }) {
  return (
    <>
      {objectsIn(blocks).map((block, index) => {
        const View = views[textOr(block.type)]
        if (!View) return null
        return (
          <Piece key={`${index}:${block.type}`}>
            <View block={block} />
          </Piece>
        )
      })}
    </>
  )
}

/** The text of a block. An editor sees a hint where it is empty; visitors see nothing. */
export function useTextOrHint(): (text: unknown, hint: string) => string {
  const { isPreview } = useApp()
  return (text, hint) => textOr(text, isPreview ? hint : '')
}

function Title({ block }: { block: Shown }) {
  const { t } = useApp()
  const text = useTextOrHint()(block.text, t.empty.title)
  if (text === '') return null
  const level = Math.min(Math.max(numberOr(block.level, 2), 1), 6)
  const Heading = level <= 2 ? 'h2' : level === 3 ? 'h3' : 'h4'
  return (
    <Heading class={classes('mq-title', alignedBy(block))} data-level={level}>
      {text}
    </Heading>
  )
}

function Paragraph({ block }: { block: Shown }) {
  const { t } = useApp()
  const text = useTextOrHint()(block.text, t.empty.paragraph)
  if (text === '') return null
  return (
    <div class={alignedBy(block)}>
      <RichText text={text} />
    </div>
  )
}

const alignedBy = ({ align }: Shown) => (align === 'center' ? 'mq-center' : align === 'right' ? 'mq-end' : undefined)

function ButtonBlock({ block }: { block: Shown }) {
  const { t } = useApp()
  const label = useTextOrHint()(block.label, t.empty.button)
  if (label === '') return null
  const { backgroundColor: ground, accentColor: accent } = block
  const style = block.style === 'outlined' || block.style === 'text' ? block.style : 'filled'
  const isOn = style === 'filled' && isColor(ground)
  const text = isColor(accent) ? (isOn ? madeReadable(accent, ground) : accent) : isOn ? textOn(ground) : undefined
  const colors = classOf({ background: isOn ? ground : undefined, color: text, borderColor: text })
  return (
    <NavigatorLink navigator={block.navigator} class={classes('mq-button', `mq-button-${style}`, colors)}>
      {block.icon ? <StoredIcon icon={block.icon} /> : null}
      <span>{label}</span>
    </NavigatorLink>
  )
}

function Question({ block }: { block: Shown }) {
  const { t } = useApp()
  const text = useTextOrHint()(block.text, t.empty.question)
  return (
    <section class="mq-block">
      {text !== '' && <h3 class="mq-heading">{text}</h3>}
      <ul class="mq-chips">
        {objectsIn(block.values).map((answer, index) => (
          <li key={index}>
            <NavigatorLink navigator={answer.navigator} class="mq-chip">
              {answer.icon ? <StoredIcon icon={answer.icon} /> : null}
              {textOr(answer.label, '…')}
            </NavigatorLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

const listOf = (kind: ListedKind): BlockView =>
  function ListBlock({ block }) {
    const { t } = useApp()
    const title = textOr(block.title)
    const target = destinationOf(block.navigator)
    return (
      <section class="mq-block">
        <div class="mq-headline">
          {title !== '' && <h3 class="mq-heading">{title}</h3>}
          {target && (
            <DestinationLink to={target} class="mq-see-all" label={title === '' ? undefined : `${t.seeAll}: ${title}`}>
              {t.seeAll}
            </DestinationLink>
          )}
        </div>
        <QueryList kind={kind} query={block.query} format={block.format} height={block.height} />
      </section>
    )
  }

function Section({ block }: { block: Shown }) {
  const { isPreview, t } = useApp()
  const { backgroundColor: ground, accentColor: accent } = block
  const text = isColor(ground) ? (isColor(accent) ? madeReadable(accent, ground) : textOn(ground)) : undefined
  const colors = classOf({ background: isColor(ground) ? ground : undefined, color: text })
  const blocks = objectsIn(block.blocks)
  return (
    <section class={classes('mq-section', colors)} data-tinted={colors !== undefined}>
      {textOr(block.title) !== '' && <h2 class="mq-heading">{textOr(block.title)}</h2>}
      {textOr(block.subtitle) !== '' && <p class="mq-subtitle">{textOr(block.subtitle)}</p>}
      <Blocks blocks={blocks} />
      {isPreview && blocks.length === 0 && <p class="mq-quiet">{t.empty.section}</p>}
    </section>
  )
}

function MapBlock({ block }: { block: Shown }) {
  const { isPreview, t } = useApp()
  const mapId = textOr(block.broadcastMapId)
  if (mapId === '') return isPreview ? <p class="mq-stub">{t.empty.map}</p> : null
  return (
    <section class="mq-block">
      {textOr(block.title) !== '' && <h3 class="mq-heading">{textOr(block.title)}</h3>}
      <MapView mapId={mapId} placeId={textOr(block.interestPointId)} isLink />
    </section>
  )
}

const views: Record<string, BlockView> = {
  title: Title,
  paragraph: Paragraph,
  media: MediaBlock,
  embed: Embed,
  button: ButtonBlock,
  question: Question,
  divider: Divider,
  sessions: listOf('session'),
  hosts: listOf('host'),
  interestPoints: listOf('place'),
  articles: listOf('article'),
  countdown: Countdown,
  socials: Socials,
  meteo: Weather,
  map: MapBlock,
  section: Section,
}
