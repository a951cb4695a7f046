import { IconKey } from '@tabler/icons-react'
import type { NodeDeclaration } from './declaration.ts'

/** A stored credential for the HTTP calls after it. */
export const auth: NodeDeclaration = {
  texts: {
    en: { name: 'Credential', hint: 'Use a stored credential in API calls' },
    fr: { name: 'Identifiant', hint: 'Prendre un identifiant enregistré pour un appel' },
    es: { name: 'Credencial', hint: 'Tomar una credencial guardada para llamar' },
  },
  icon: IconKey,
  color: 'yellow',
  idBase: 'login',
  initial: {},
  summary: (setting) => setting('authDataId'),
  fields: [
    {
      label: ['Stored credential', 'Identifiant enregistré', 'Credencial guardada'],
      path: ['authDataId'],
      type: 'string',
      form: 'credential',
      isRequired: true,
      example: 'input.credentialId',
    },
  ],
}
