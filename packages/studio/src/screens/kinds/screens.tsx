import { type ComponentType, Suspense } from 'react'
import type { PlainKind } from '../../kinds/declaration.ts'
import { useGo, useRecordParam } from '../../ui/navigation.tsx'
import { KindEditor } from './kind-editor.tsx'
import { KindTable } from './kind-table.tsx'
import { creations } from './parts/index.ts'

/** The screen of a kind: a table, and over it the record in the URL. */
export function kindScreen(declaration: PlainKind): ComponentType {
  return function KindScreenOf() {
    return <KindScreen declaration={declaration} />
  }
}

function KindScreen({ declaration }: { declaration: PlainKind }) {
  const recordId = useRecordParam()
  const go = useGo()
  const close = () => void go(declaration.path)
  const Creation = declaration.creation && creations[declaration.creation]
  const isCreating = Creation !== undefined && recordId === 'new'
  return (
    <>
      <KindTable declaration={declaration} />
      <KindEditor
        declaration={declaration}
        recordId={isCreating ? undefined : recordId}
        onClose={close}
        onCreated={(id) => void go(declaration.path, id, { replace: true })}
      />
      {Creation && (
        <Suspense>
          <Creation isOpen={isCreating} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
