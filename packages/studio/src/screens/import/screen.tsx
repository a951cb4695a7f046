import { useBroadcast } from '../../data/broadcasts.tsx'
import { useTexts } from '../../texts/language.tsx'
import { useRecordParam } from '../../ui/navigation.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { History } from './history.tsx'
import { OneImport } from './one-import.tsx'
import { Sources } from './sources.tsx'
import { Start } from './start.tsx'
import { texts } from './texts.ts'
import './import.css'

/** Imports of programmes: the start, earlier ones and sources; or one import, from its preview to its result. */
export default function ImportScreen() {
  const t = useTexts(texts)
  const { canWrite } = useBroadcast()
  const importId = useRecordParam()
  if (importId !== undefined && importId !== 'new') return <OneImport key={importId} importId={importId} />
  return (
    <div className="import">
      <PageHeader title={t.title} about={t.about} />
      {canWrite && <Start />}
      <Sources />
      <History />
    </div>
  )
}
