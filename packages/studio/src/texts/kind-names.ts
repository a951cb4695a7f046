import type { Language } from './define.ts'
import { useLanguage } from './language.tsx'

/** What people call one record of a kind and several of them, in English, French and Spanish. */
const kindNames: Record<string, readonly [en: Names, fr: Names, es: Names]> = {
  broadcast: [
    ['Settings of the broadcast', 'Settings of the broadcast'],
    ['Réglages du projet', 'Réglages du projet'],
    ['Ajustes del proyecto', 'Ajustes del proyecto'],
  ],
  broadcastArticle: [
    ['Article', 'Articles'],
    ['Article', 'Articles'],
    ['Artículo', 'Artículos'],
  ],
  broadcastCampaign: [
    ['Campaign', 'Campaigns'],
    ['Campagne', 'Campagnes'],
    ['Campaña', 'Campañas'],
  ],
  broadcastCategory: [
    ['Category', 'Categories'],
    ['Catégorie', 'Catégories'],
    ['Categoría', 'Categorías'],
  ],
  broadcastClient: [
    ['Visitor’s app', 'Visitors’ apps'],
    ['Application d’un visiteur', 'Applications des visiteurs'],
    ['Aplicación de un visitante', 'Aplicaciones de visitantes'],
  ],
  broadcastContact: [
    ['Contact', 'Contacts'],
    ['Contact', 'Contacts'],
    ['Contacto', 'Contactos'],
  ],
  broadcastDiffuser: [
    ['Channel', 'Channels'],
    ['Canal', 'Canaux'],
    ['Canal', 'Canales'],
  ],
  broadcastEvent: [
    ['Analytics event', 'Analytics events'],
    ['Événement d’audience', 'Événements d’audience'],
    ['Evento de audiencia', 'Eventos de audiencia'],
  ],
  broadcastHost: [
    ['Host', 'Hosts'],
    ['Intervenant', 'Intervenants'],
    ['Participante', 'Participantes'],
  ],
  broadcastInterestPoint: [
    ['Place', 'Places'],
    ['Lieu', 'Lieux'],
    ['Lugar', 'Lugares'],
  ],
  broadcastMap: [
    ['Map', 'Maps'],
    ['Plan', 'Plans'],
    ['Plano', 'Planos'],
  ],
  broadcastMember: [
    ['Member', 'Members'],
    ['Membre', 'Membres'],
    ['Miembro', 'Miembros'],
  ],
  broadcastNetworkingForm: [
    ['Form', 'Forms'],
    ['Formulaire', 'Formulaires'],
    ['Formulario', 'Formularios'],
  ],
  broadcastPage: [
    ['Page', 'Pages'],
    ['Page', 'Pages'],
    ['Página', 'Páginas'],
  ],
  broadcastSession: [
    ['Session', 'Sessions'],
    ['Session', 'Sessions'],
    ['Sesión', 'Sesiones'],
  ],
  font: [
    ['Font', 'Fonts'],
    ['Police', 'Polices'],
    ['Tipografía', 'Tipografías'],
  ],
  media: [
    ['Media', 'Media'],
    ['Média', 'Médias'],
    ['Medio', 'Medios'],
  ],
  revision: [
    ['Revision', 'Revisions'],
    ['Révision', 'Révisions'],
    ['Revisión', 'Revisiones'],
  ],
  workflow: [
    ['Workflow', 'Workflows'],
    ['Workflow', 'Workflows'],
    ['Flujo', 'Flujos'],
  ],
  workflowRun: [
    ['Workflow run', 'Workflow runs'],
    ['Exécution de workflow', 'Exécutions de workflow'],
    ['Ejecución de flujo', 'Ejecuciones de flujo'],
  ],
}

type Names = readonly [one: string, many: string]

/** `kindLabel('broadcastHost')`, or of several: `kindLabel('broadcastHost', 'many')`. A kind without a name is called as the API calls it. */
export function useKindLabel(): (kind: string, number?: 'one' | 'many') => string {
  const { language } = useLanguage()
  return (kind, number = 'one') => kindNames[kind]?.[column[language]][number === 'one' ? 0 : 1] ?? kind
}

const column: Record<Language, 0 | 1 | 2> = { en: 0, fr: 1, es: 2 }
