import type { Language } from './define.ts'
import { useLanguage } from './language.tsx'

/** What people call one record of a kind, in English, French and Spanish. */
const kindNames: Record<string, readonly [en: string, fr: string, es: string]> = {
  broadcast: ['Settings of the broadcast', 'Réglages du projet', 'Ajustes del proyecto'],
  broadcastArticle: ['Article', 'Article', 'Artículo'],
  broadcastCampaign: ['Campaign', 'Campagne', 'Campaña'],
  broadcastCategory: ['Category', 'Catégorie', 'Categoría'],
  broadcastClient: ['Visitor’s app', 'Application d’un visiteur', 'Aplicación de un visitante'],
  broadcastContact: ['Contact', 'Contact', 'Contacto'],
  broadcastDiffuser: ['Channel', 'Canal', 'Canal'],
  broadcastEvent: ['Analytics event', 'Événement d’audience', 'Evento de audiencia'],
  broadcastHost: ['Host', 'Intervenant', 'Participante'],
  broadcastInterestPoint: ['Place', 'Lieu', 'Lugar'],
  broadcastMap: ['Map', 'Plan', 'Plano'],
  broadcastMember: ['Member', 'Membre', 'Miembro'],
  broadcastNetworkingForm: ['Form', 'Formulaire', 'Formulario'],
  broadcastPage: ['Page', 'Page', 'Página'],
  broadcastSession: ['Session', 'Session', 'Sesión'],
  font: ['Font', 'Police', 'Tipografía'],
  media: ['Media', 'Média', 'Medio'],
  revision: ['Revision', 'Révision', 'Revisión'],
  workflow: ['Workflow', 'Workflow', 'Flujo'],
  workflowRun: ['Workflow run', 'Exécution de workflow', 'Ejecución de flujo'],
}

/** `kindLabel('broadcastHost')`; a kind without a name of its own is called as the API calls it. */
export function useKindLabel(): (kind: string) => string {
  const { language } = useLanguage()
  return (kind) => kindNames[kind]?.[column[language]] ?? kind
}

const column: Record<Language, 0 | 1 | 2> = { en: 0, fr: 1, es: 2 }
