import type { ComponentType } from 'react'
import { useGo, useRecordParam } from '../../ui/navigation.tsx'
import type { KindDeclaration } from './declaration.ts'
import { declarations } from './declarations.ts'
import { KindEditor } from './kind-editor.tsx'
import { KindTable } from './kind-table.tsx'

/** The screen of a kind: a table, and a record over it when the address names one. */
export function kindScreen(name: string): ComponentType {
  const declaration = declarations.find(({ kind }) => kind === name)
  if (!declaration) throw new Error(`nothing says how ${name} is shown`)
  return function KindScreenOf() {
    return <KindScreen declaration={declaration} />
  }
}

function KindScreen({ declaration }: { declaration: KindDeclaration }) {
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
