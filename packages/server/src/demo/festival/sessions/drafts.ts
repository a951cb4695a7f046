import { type Session, session } from './session.ts'

/** Drafts: sessions that are not announced yet. */
export const drafts: Session[] = [
  session('secret-ferry-concert', 'lighthouse', '16:00-16:30', 'song', ['ada-wrenfield'], {
    fr: 'Concert secret du passeur | Trente places sur la barque, annoncé une heure avant. Accord du port en attente.',
    en: 'The ferryman’s secret concert | Thirty seats on the boat, announced an hour ahead. Waiting for the harbour’s permission.',
    es: 'Concierto secreto del barquero | Treinta plazas en la barca, anunciado una hora antes. Pendiente del permiso del puerto.',
  }),
  session('brumaire-records', 'sail-loft', '20:30-22:00', 'rock', ['brumaire-club'], {
    fr: 'Brumaire Club passe des disques | Apéro vinyles, à confirmer avec le groupe.',
    en: 'Brumaire Club play records | Early evening vinyl, to be confirmed with the band.',
    es: 'Brumaire Club pincha discos | Aperitivo con vinilos, por confirmar con el grupo.',
  }),
  {
    name: 'night-walk',
    stage: 'chapel',
    category: 'workshop',
    hosts: ['gwenn-lestric'],
    text: {
      fr: 'Marche de nuit à l’écoute | Deux kilomètres sans lampe, micros en main. Horaire à fixer selon la lune.',
      en: 'Night listening walk | Two kilometres without a torch, microphones in hand. Time to be set by the moon.',
      es: 'Paseo nocturno de escucha | Dos kilómetros sin linterna, micrófono en mano. Hora por fijar según la luna.',
    },
  },
]
