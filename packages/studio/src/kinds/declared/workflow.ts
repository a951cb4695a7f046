import { IconRouteAltLeft } from '@tabler/icons-react'
import type { ScreenKind } from '../declaration.ts'

export const workflow: ScreenKind = {
  kind: 'workflow',
  nameField: 'name',
  path: 'workflows',
  icon: IconRouteAltLeft,
  group: 'manage',
  texts: {
    en: { one: 'Workflow', many: 'Workflows', create: 'New workflow' },
    fr: { one: 'Workflow', many: 'Workflows', create: 'Nouveau workflow' },
    es: { one: 'Flujo', many: 'Flujos', create: 'Nuevo flujo' },
  },
  fieldNames: {
    hookSecret: ['Secret of the webhook', 'Secret du webhook', 'Secreto del webhook'],
    hookVersion: ['Version of the hook', 'Version de l’appel', 'Versión de la llamada'],
  },
}
