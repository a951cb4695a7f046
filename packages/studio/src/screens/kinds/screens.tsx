import type { ComponentType } from 'react'
import type { PlainKind } from '../../kinds/declaration.ts'
import { useGo, useRecordParam } from '../../ui/navigation.tsx'
import { KindEditor } from './kind-editor.tsx'
import { KindTable } from './kind-table.tsx'

/** The screen of a kind: a table, and over it the record in the URL. */
export function kindScreen(declaration: PlainKind): ComponentType {
  return function KindScreenOf() {
    return <KindScreen declaration={declaration} />
  }
}

function KindScreen({ declaration }: { declaration: PlainKind }) {
  const recordId = useRecordParam()
  const go = useGo()
  return (
    <>
      <KindTable declaration={declaration} />
      <KindEditor
        declaration={declaration}
        recordId={recordId}
        onClose={() => void go(declaration.path)}
        onCreated={(id) => void go(declaration.path, id, { replace: true })}
      />
    </>
  )
}
