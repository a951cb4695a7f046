import type { ComponentType } from 'react'
import { useTexts } from '../texts/language.tsx'
import { useApp } from './app-context.ts'
import { isColor, textOn } from './color.ts'
import { destinationOf } from './destination.ts'
import { AppIcon } from './icon.tsx'
import { MapView } from './map-view.tsx'
import { MediaBlock } from './media-block.tsx'
import css from './preview.module.css'
import { type ListedKind, RecordList } from './record-list.tsx'
import { RichText } from './rich-text.tsx'
import { Countdown, Divider, Embed, Socials, Weather } from './small-blocks.tsx'
import { texts } from './texts.ts'
import { numberOr, objectsIn, type Shown, textOr } from './words.ts'

/** The view of a type of block. */
type BlockView = ComponentType<{ block: Shown }>

/** Blocks in order. An unknown type shows nothing, as in an older app. */
export function Blocks({ blocks }: { blocks: unknown }) {
  return objectsIn(blocks).map((block, index) => {
    const View = views[textOr(block.type)]
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks are identified by position
    return View ? <View key={`${index}:${block.type}`} block={block} /> : null
  })
}

function Title({ block }: { block: Shown }) {
  const t = useTexts(texts)
  const level = Math.min(Math.max(numberOr(block.level, 2), 1), 6)
  return (
    <h3 className={css.title} data-level={level} style={{ textAlign: alignOf(block) }}>
      {textOr(block.text, t.empty.title)}
    </h3>
  )
}

function Paragraph({ block }: { block: Shown }) {
  const t = useTexts(texts)
  return (
    <div style={{ textAlign: alignOf(block) }}>
      <RichText text={textOr(block.text, t.empty.paragraph)} />
    </div>
  )
}

const alignOf = ({ align }: Shown) => (align === 'center' || align === 'right' ? align : undefined)

function ButtonBlock({ block }: { block: Shown }) {
  const t = useTexts(texts)
  const { open } = useApp()
  const { backgroundColor, accentColor } = block
  const style = block.style === 'outlined' || block.style === 'text' ? block.style : 'filled'
  const colors = {
    ...(style === 'filled' &&
      isColor(backgroundColor) && { background: backgroundColor, color: textOn(backgroundColor) }),
    ...(isColor(accentColor) && { color: accentColor, borderColor: accentColor }),
  }
  return (
    <button
      type="button"
      className={css.button}
      data-style={style}
      style={colors}
      onClick={() => open(destinationOf(block.navigator))}
    >
      {block.icon ? <AppIcon icon={block.icon} size={19} /> : null}
      <span>{textOr(block.label, t.empty.button)}</span>
    </button>
  )
}

function Question({ block }: { block: Shown }) {
  const t = useTexts(texts)
  const { open } = useApp()
  return (
    <div className={css.question}>
      <h3 className={css.heading}>{textOr(block.text, t.empty.question)}</h3>
      <div className={css.answers}>
        {objectsIn(block.values).map((answer, index) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: answers are identified by position
            key={index}
            type="button"
            className={css.answer}
            onClick={() => open(destinationOf(answer.navigator))}
          >
            {answer.icon ? <AppIcon icon={answer.icon} /> : null}
            {textOr(answer.label, '…')}
          </button>
        ))}
      </div>
    </div>
  )
}

const listOf = (kind: ListedKind): BlockView =>
  function ListBlock({ block }) {
    const t = useTexts(texts)
    const { open } = useApp()
    const all = destinationOf(block.navigator)
    return (
      <section className={css.block}>
        <div className={css.headline}>
          {textOr(block.title) !== '' && <h3 className={css.heading}>{textOr(block.title)}</h3>}
          {all && (
            <button type="button" className={css.seeAll} onClick={() => open(all)}>
              {t.seeAll}
            </button>
          )}
        </div>
        <RecordList kind={kind} query={block.query} format={block.format} height={block.height} />
      </section>
    )
  }

function Section({ block }: { block: Shown }) {
  const t = useTexts(texts)
  const { backgroundColor, accentColor } = block
  const style = {
    ...(isColor(backgroundColor) && { background: backgroundColor, color: textOn(backgroundColor) }),
    ...(isColor(accentColor) && { color: accentColor }),
  }
  const hasColor = Object.keys(style).length > 0
  return (
    <section className={css.section} data-tinted={hasColor || undefined} style={style}>
      {textOr(block.title) !== '' && <h3 className={css.heading}>{textOr(block.title)}</h3>}
      {textOr(block.subtitle) !== '' && <p className={css.subtitle}>{textOr(block.subtitle)}</p>}
      <Blocks blocks={block.blocks} />
      {objectsIn(block.blocks).length === 0 && <p className={css.quiet}>{t.empty.section}</p>}
    </section>
  )
}

function MapBlock({ block }: { block: Shown }) {
  const t = useTexts(texts)
  const mapId = textOr(block.broadcastMapId)
  return (
    <section className={css.block}>
      {textOr(block.title) !== '' && <h3 className={css.heading}>{textOr(block.title)}</h3>}
      {mapId ? (
        <MapView mapId={mapId} placeId={textOr(block.interestPointId)} />
      ) : (
        <p className={css.stub}>{t.empty.map}</p>
      )}
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
  sessions: listOf('broadcastSession'),
  hosts: listOf('broadcastHost'),
  interestPoints: listOf('broadcastInterestPoint'),
  articles: listOf('broadcastArticle'),
  countdown: Countdown,
  socials: Socials,
  meteo: Weather,
  map: MapBlock,
  section: Section,
}
