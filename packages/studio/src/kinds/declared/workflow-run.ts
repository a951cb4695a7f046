import type { KindDeclaration } from '../declaration.ts'

export const workflowRun: KindDeclaration = {
  kind: 'workflowRun',
  texts: {
    en: { one: 'Workflow run', many: 'Workflow runs' },
    fr: { one: 'Exécution de workflow', many: 'Exécutions de workflow' },
    es: { one: 'Ejecución de flujo', many: 'Ejecuciones de flujo' },
  },
}
