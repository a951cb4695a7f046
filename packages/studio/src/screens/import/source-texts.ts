import { defineTexts } from '../../texts/define.ts'

export const sourceTexts = defineTexts({
  en: {
    title: 'Sources',
    file: 'File',
    checkNow: 'Check now',
    checkOne: (name: string) => `Check now: ${name}`,
    newVersion: 'New version',
    newVersionOne: (name: string) => `New version of ${name}`,
    editOne: (name: string) => `Edit ${name}`,
    deleteOne: (name: string) => `Delete ${name}`,
    enabled: (name: string) => `${name} is followed`,
    byHand: 'only by hand',
    every: (minutes: number) => everyText(minutes, { minute: 'minute', hour: 'hour', day: 'day' }, 'every'),
    auto: 'applied at once',
    approve: 'after approval',
    lastChecked: (when: string) => `checked ${when}`,
    lastError: 'The last check failed:',
    edit: 'Source',
    name: 'Name',
    address: 'Address',
    interval: 'Check for changes',
    mode: 'New versions',
    modeAuto: 'Apply at once',
    modeApprove: 'Ask me first',
    modeHint: 'When more than 30 % of the sessions are missing, we always ask.',
    header: 'Authorization header',
    headerSet: 'stored',
    headerHint: 'For addresses that need a password, such as “Bearer …”. It is stored encrypted and never shown again.',
    saved: (name: string) => `${name} is saved`,
    hook: 'Address for notifications',
    hookHint: 'A system that can call an address when its programme changes calls this one. It is checked at once.',
  },
  fr: {
    title: 'Sources',
    file: 'Fichier',
    checkNow: 'Relire maintenant',
    checkOne: (name) => `Relire maintenant : ${name}`,
    newVersion: 'Nouvelle version',
    newVersionOne: (name) => `Nouvelle version de ${name}`,
    editOne: (name) => `Modifier ${name}`,
    deleteOne: (name) => `Supprimer ${name}`,
    enabled: (name) => `${name} est suivie`,
    byHand: 'à la main seulement',
    every: (minutes) => frenchEvery(minutes),
    auto: 'appliquée aussitôt',
    approve: 'après accord',
    lastChecked: (when) => `lue ${when}`,
    lastError: 'La dernière lecture a échoué :',
    edit: 'Source',
    name: 'Nom',
    address: 'Adresse',
    interval: 'Chercher des modifications',
    mode: 'Nouvelles versions',
    modeAuto: 'Appliquer aussitôt',
    modeApprove: 'Me demander d’abord',
    modeHint: 'Quand plus de 30 % des sessions manquent, nous demandons toujours.',
    header: 'En-tête Authorization',
    headerSet: 'enregistré',
    headerHint:
      'Pour les adresses à mot de passe, comme « Bearer … ». Il est conservé chiffré et n’est plus jamais affiché.',
    saved: (name) => `${name} : enregistré`,
    hook: 'Adresse pour les notifications',
    hookHint:
      'Un système qui peut appeler une adresse quand son programme change appelle celle-ci. La source est relue aussitôt.',
  },
  es: {
    title: 'Fuentes',
    file: 'Archivo',
    checkNow: 'Leer ahora',
    checkOne: (name) => `Leer ahora: ${name}`,
    newVersion: 'Versión nueva',
    newVersionOne: (name) => `Versión nueva de ${name}`,
    editOne: (name) => `Editar ${name}`,
    deleteOne: (name) => `Eliminar ${name}`,
    enabled: (name) => `Se sigue ${name}`,
    byHand: 'solo a mano',
    every: (minutes) => everyText(minutes, { minute: 'minuto', hour: 'hora', day: 'día' }, 'cada'),
    auto: 'se aplica de inmediato',
    approve: 'tras aprobación',
    lastChecked: (when) => `leída ${when}`,
    lastError: 'La última lectura falló:',
    edit: 'Fuente',
    name: 'Nombre',
    address: 'Dirección',
    interval: 'Buscar cambios',
    mode: 'Versiones nuevas',
    modeAuto: 'Aplicar de inmediato',
    modeApprove: 'Preguntarme antes',
    modeHint: 'Si falta más del 30 % de las sesiones, siempre preguntamos.',
    header: 'Cabecera Authorization',
    headerSet: 'guardada',
    headerHint: 'Para direcciones con contraseña, como «Bearer …». Se guarda cifrada y no se vuelve a mostrar.',
    saved: (name) => `${name}: guardado`,
    hook: 'Dirección para avisos',
    hookHint:
      'Un sistema que pueda llamar a una dirección cuando cambie su programa llama a esta. Se lee de inmediato.',
  },
})

interface Units {
  minute: string
  hour: string
  day: string
}

/** `every hour`, `every 15 minutes`. */
function everyText(minutes: number, units: Units, every: string): string {
  const [count, unit] = inUnits(minutes)
  return count === 1 ? `${every} ${units[unit]}` : `${every} ${count} ${units[unit]}s`
}

function frenchEvery(minutes: number): string {
  const [count, unit] = inUnits(minutes)
  const words: Record<keyof Units, [string, string]> = {
    minute: ['toutes les minutes', 'minutes'],
    hour: ['toutes les heures', 'heures'],
    day: ['tous les jours', 'jours'],
  }
  if (count === 1) return words[unit][0]
  return `${unit === 'day' ? 'tous les' : 'toutes les'} ${count} ${words[unit][1]}`
}

function inUnits(minutes: number): [number, keyof Units] {
  if (minutes % 1_440 === 0) return [minutes / 1_440, 'day']
  return minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute']
}
