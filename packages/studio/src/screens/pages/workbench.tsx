import { SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../texts/language.tsx'
import { texts } from './texts.ts'

/** A list, a form and the preview, side by side. On narrow screens the preview replaces the form. */
export function Workbench({
  side,
  bar,
  editor,
  preview,
}: {
  side?: ReactNode
  bar: ReactNode
  editor: ReactNode
  preview: ReactNode
}) {
  const t = useTexts(texts)
  const isNarrow = useMediaQuery('(max-width: 75em)', undefined, { getInitialValueInEffect: false })
  const [view, setView] = useState<'edit' | 'preview'>('edit')
  const isEditing = !isNarrow || view === 'edit'
  return (
    <div className="pages-bench" data-plain={side === undefined || undefined}>
      {side && <aside className="pages-side">{side}</aside>}
      <div className="pages-middle">
        <div className="pages-bar">{bar}</div>
        {isNarrow && (
          <SegmentedControl
            fullWidth
            mb="md"
            aria-label={t.view}
            value={view}
            onChange={(value) => setView(value === 'preview' ? 'preview' : 'edit')}
            data={[
              { value: 'edit', label: t.edit },
              { value: 'preview', label: t.preview },
            ]}
          />
        )}
        {/* Hidden rather than unmounted, so that open parts of the form stay open. */}
        <div hidden={!isEditing}>{editor}</div>
        {isNarrow && !isEditing && preview}
      </div>
      {!isNarrow && <div className="pages-preview">{preview}</div>}
    </div>
  )
}
