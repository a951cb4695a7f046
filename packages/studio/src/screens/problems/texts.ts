import { defineTexts } from '../../texts/define.ts'

export const texts = defineTexts({
  en: {
    title: 'Problems',
    count: (n: number, isCut: boolean) => (n === 1 ? '1 problem' : `${n}${isCut ? '+' : ''} problems`),
    none: 'No problems',
    noneHint: 'No clash, nothing published that leads to a draft, no failing webhook, no failed run.',
    draftInUse: (name: string, n: number) =>
      n === 1
        ? `“${name}” is a draft, but a published record shows it.`
        : `“${name}” is a draft, but ${n} published records show it.`,
    noTime: (n: number) => (n === 1 ? 'A published session has no time.' : `${n} published sessions have no time.`),
    noPlace: (n: number) => (n === 1 ? 'A published session has no place.' : `${n} published sessions have no place.`),
    late: (n: number) =>
      n === 1
        ? 'An article is past its date and still a draft.'
        : `${n} articles are past their date and still drafts.`,
    webhookFailing: (host: string) => `Webhook fails: ${host}`,
    webhookOff: (host: string) => `Webhook is off: ${host}`,
    runFailed: (name: string, n: number) => (n === 1 ? `Run failed: ${name}` : `${n} runs failed: ${name}`),
    aWorkflow: 'a deleted workflow',
    quota: (kind: string, used: number, limit: number) => `${kind}: ${used} of at most ${limit} are used.`,
    private: 'The broadcast is private: visitors see nothing of what is published.',
  },
  fr: {
    title: 'Problèmes',
    count: (n, isCut) => (n < 2 ? `${n} problème` : `${n}${isCut ? '+' : ''} problèmes`),
    none: 'Aucun problème',
    noneHint:
      'Aucun conflit, rien de publié qui mène à un brouillon, aucun webhook en échec, aucune exécution échouée.',
    draftInUse: (name, n) =>
      n === 1
        ? `« ${name} » est un brouillon, mais un élément publié l’affiche.`
        : `« ${name} » est un brouillon, mais ${n} éléments publiés l’affichent.`,
    noTime: (n) => (n === 1 ? 'Une session publiée n’a pas d’horaire.' : `${n} sessions publiées n’ont pas d’horaire.`),
    noPlace: (n) => (n === 1 ? 'Une session publiée n’a pas de lieu.' : `${n} sessions publiées n’ont pas de lieu.`),
    late: (n) =>
      n === 1
        ? 'Un article a dépassé sa date et reste un brouillon.'
        : `${n} articles ont dépassé leur date et restent des brouillons.`,
    webhookFailing: (host) => `Webhook en échec : ${host}`,
    webhookOff: (host) => `Webhook arrêté : ${host}`,
    runFailed: (name, n) => (n === 1 ? `Exécution échouée : ${name}` : `${n} exécutions échouées : ${name}`),
    aWorkflow: 'un workflow supprimé',
    quota: (kind, used, limit) => `${kind} : ${used} sur ${limit} au plus sont utilisés.`,
    private: 'Le projet est privé : les visiteurs ne voient rien de ce qui est publié.',
  },
  es: {
    title: 'Problemas',
    count: (n, isCut) => (n === 1 ? '1 problema' : `${n}${isCut ? '+' : ''} problemas`),
    none: 'Ningún problema',
    noneHint:
      'Ningún choque, nada publicado que lleve a un borrador, ningún webhook fallando, ninguna ejecución fallida.',
    draftInUse: (name, n) =>
      n === 1
        ? `«${name}» es un borrador, pero un elemento publicado lo muestra.`
        : `«${name}» es un borrador, pero ${n} elementos publicados lo muestran.`,
    noTime: (n) => (n === 1 ? 'Una sesión publicada no tiene hora.' : `${n} sesiones publicadas no tienen hora.`),
    noPlace: (n) => (n === 1 ? 'Una sesión publicada no tiene lugar.' : `${n} sesiones publicadas no tienen lugar.`),
    late: (n) =>
      n === 1
        ? 'Un artículo ha pasado su fecha y sigue en borrador.'
        : `${n} artículos han pasado su fecha y siguen en borrador.`,
    webhookFailing: (host) => `Webhook fallando: ${host}`,
    webhookOff: (host) => `Webhook apagado: ${host}`,
    runFailed: (name, n) => (n === 1 ? `Ejecución fallida: ${name}` : `${n} ejecuciones fallidas: ${name}`),
    aWorkflow: 'un flujo eliminado',
    quota: (kind, used, limit) => `${kind}: se usan ${used} de ${limit} como máximo.`,
    private: 'El proyecto es privado: los visitantes no ven nada de lo publicado.',
  },
})
