import { place } from './place.ts'

export const stages = [
  place('jetty', 'stage', [480, 585], {
    fr: 'La Jetée | La grande scène, dos au large. On y joue quand le soleil descend derrière les bateaux ; 6 000 personnes sur le môle.',
    en: 'The Jetty | The main stage, its back to the open sea. It comes alive as the sun goes down behind the boats; 6,000 people on the quay.',
    es: 'El Espigón | El escenario principal, de espaldas al mar abierto. Se enciende cuando el sol baja tras los barcos; 6.000 personas en el muelle.',
  }),
  place('lighthouse', 'stage', [285, 205], {
    fr: 'Le Phare | Au pied du vieux feu, les musiques électroniques de l’aube et de la nuit. Le faisceau fait partie du light-show.',
    en: 'The Lighthouse | Electronic music at dawn and by night, at the foot of the old light. Its beam is part of the show.',
    es: 'El Faro | Músicas electrónicas al alba y de noche, al pie del viejo faro. Su haz forma parte del espectáculo.',
  }),
  place('dune', 'stage', [1060, 805], {
    fr: 'La Dune | Une scène de bois posée sur le sable, montée et démontée sans un seul ancrage. Pieds nus bienvenus.',
    en: 'The Dune | A wooden stage laid on the sand, put up and taken down without a single anchor. Bare feet welcome.',
    es: 'La Duna | Un escenario de madera posado en la arena, montado y desmontado sin un solo anclaje. Pies descalzos bienvenidos.',
  }),
  place('fish-hall', 'stage', [520, 303], {
    fr: 'La Criée | L’ancienne halle aux poissons accueille conférences, débats et projections. 400 places assises, au frais.',
    en: 'The Fish Hall | The old fish auction hall is home to talks, debates and screenings. 400 seats, always cool.',
    es: 'La Lonja | La antigua lonja de pescado acoge conferencias, debates y proyecciones. 400 asientos, siempre al fresco.',
  }),
  place('sail-loft', 'stage', [830, 420], {
    fr: 'La Voilerie | Ateliers le matin sur les grandes tables de coupe, club la nuit sous les voiles suspendues.',
    en: 'The Sail Loft | Morning workshops on the long cutting tables, a club by night under the hanging sails.',
    es: 'La Velería | Talleres por la mañana sobre las grandes mesas de corte, club por la noche bajo las velas colgadas.',
  }),
  place('chapel', 'stage', [1130, 205], {
    fr: 'La Chapelle des Vents | Concerts sans micro et lectures à voix basse, sous les pins. 120 places, silence offert.',
    en: 'The Chapel of the Winds | Unamplified concerts and quiet readings under the pines. 120 seats, silence included.',
    es: 'La Capilla de los Vientos | Conciertos sin micrófono y lecturas en voz baja, bajo los pinos. 120 plazas, silencio incluido.',
  }),
]
