import { Text, Title, VisuallyHidden } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useLanguage } from '../../texts/language.tsx'
import { ScreenLink } from '../../ui/navigation.tsx'

export interface Ranked {
  key: string
  name: string
  place?: { screen: string; recordId?: string } | undefined
  /** The length of the bar. */
  count: number
  figures: { icon?: Icon; label: string; count: number }[]
}

interface Props {
  title: string
  rows: Ranked[]
  /** Shown when there are no rows. */
  none: string
}

/** The first rows of a list that is sorted by a number, each with a bar. */
export function Ranking({ title, rows, none }: Props) {
  const most = Math.max(1, ...rows.map(({ count }) => count))
  return (
    <Part title={title}>
      {rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      )}
      <ol className="overview-list">
        {rows.map((row) => (
          <li key={row.key}>
            <Row row={row} />
            <span className="ranking-bar" aria-hidden>
              <span style={{ inlineSize: `${(row.count / most) * 100}%` }} />
            </span>
          </li>
        ))}
      </ol>
    </Part>
  )
}

function Row({ row: { name, place, figures } }: { row: Ranked }) {
  const { language } = useLanguage()
  const number = new Intl.NumberFormat(language)
  const content = (
    <>
      <span className="overview-name">{name}</span>
      {figures.map(({ icon: FigureIcon, label, count }) => (
        <span key={label} className="ranking-figure tabular">
          {FigureIcon && <FigureIcon size={14} aria-hidden />}
          {number.format(count)} <VisuallyHidden>{label}</VisuallyHidden>
        </span>
      ))}
    </>
  )
  return place ? (
    <ScreenLink {...place} className="overview-row ranking-row">
      {content}
    </ScreenLink>
  ) : (
    <span className="overview-row ranking-row">{content}</span>
  )
}

/** A titled part of the card. A wide one takes both columns. */
export function Part({ title, isWide, children }: { title: string; isWide?: boolean; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="visits-part" data-wide={isWide}>
      <Title order={3} fz="sm" mb={4} id={id}>
        {title}
      </Title>
      {children}
    </section>
  )
}
