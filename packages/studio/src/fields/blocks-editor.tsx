import { useMemo } from 'react'
import { BlockList } from './blocks/block-list.tsx'
import './blocks/blocks.css'
import { blocksIn } from './blocks/operations.ts'
import type { EditorProps } from './editor.tsx'

/** The blocks of a record, as sortable cards. */
export default function BlocksEditor({ label, value, onChange, pointer, errors, isDisabled, schema }: EditorProps) {
  const blocks = useMemo(() => blocksIn(value), [value])
  const isInSection = schema.items?.title === 'LeafBlock'
  return (
    <section aria-label={label} className={isInSection ? 'block-nested' : undefined}>
      {isInSection && <span className="field-label">{label}</span>}
      <BlockList
        blocks={blocks}
        onChange={onChange}
        pointer={pointer}
        errors={errors}
        isDisabled={isDisabled}
        isInSection={isInSection}
      />
    </section>
  )
}
