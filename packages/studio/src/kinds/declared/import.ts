import { IconTableImport } from '@tabler/icons-react'
import type { ScreenKind } from '../declaration.ts'

export const importKind: ScreenKind = {
  kind: 'import',
  path: 'import',
  icon: IconTableImport,
  group: 'content',
  isUnique: true,
  texts: {
    en: { one: 'Import', many: 'Imports', title: 'Import', create: 'Import a programme' },
    fr: { one: 'Import', many: 'Imports', title: 'Importer', create: 'Importer un programme' },
    es: { one: 'Importación', many: 'Importaciones', title: 'Importar', create: 'Importar un programa' },
  },
  fieldNames: {
    sourceId: ['Source', 'Source', 'Fuente'],
    previousImportId: ['Compared with', 'Comparé à', 'Comparado con'],
    jobId: ['Job', 'Travail', 'Trabajo'],
    counts: ['Counts', 'Décomptes', 'Recuento'],
    kindCounts: ['Counts by kind', 'Décomptes par type', 'Recuento por tipo'],
    needsConfirmation: ['Needs confirmation', 'À confirmer', 'Requiere confirmación'],
    notes: ['Warnings', 'Avertissements', 'Advertencias'],
    table: ['Columns', 'Colonnes', 'Columnas'],
    rules: ['Rules', 'Règles', 'Reglas'],
    progress: ['Progress', 'Progression', 'Progreso'],
    reason: ['Reason', 'Raison', 'Motivo'],
  },
  choiceNames: {
    'status.previewed': ['Preview', 'Aperçu', 'Vista previa'],
    'status.waiting': ['Waits for approval', 'À approuver', 'Por aprobar'],
    'status.applying': ['In progress', 'En cours', 'En curso'],
    'status.applied': ['Applied', 'Appliqué', 'Aplicada'],
    'status.undoing': ['Being undone', 'En cours d’annulation', 'Deshaciéndose'],
    'status.undone': ['Undone', 'Annulé', 'Deshecha'],
    'status.discarded': ['Discarded', 'Abandonné', 'Descartada'],
  },
}
