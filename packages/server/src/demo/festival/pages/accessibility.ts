import { answer, button, paragraph, placesOf, section, title, wave } from '../blocks.ts'
import type { Id } from '../record.ts'
import { page } from './page.ts'

export const accessibility = (id: Id) =>
  page(id, 'accessibility', '/accessibilite', (say) => ({
    title: say('Accessibilité', 'Accessibility', 'Accesibilidad'),
    blocks: [
      title(say('Une place pour chaque corps', 'Room for every body', 'Un lugar para cada cuerpo'), 1),
      paragraph(
        say(
          'Dites-nous ce dont vous avez besoin, nous ferons le reste. L’**accueil Accessibilité**, à la porte de l’Est, est ouvert de 9 h à 2 h et répond en langue des signes de 14 h à minuit.',
          'Tell us what you need and we will do the rest. The **Accessibility Welcome** at the East Gate is open from 9 am to 2 am, with sign language from 2 pm to midnight.',
          'Díganos qué necesita y haremos el resto. La **Acogida Accesibilidad**, en la Puerta del Este, abre de 9 a 2 h y atiende en lengua de signos de 14 h a medianoche.',
        ),
      ),
      {
        type: 'question',
        text: say('De quoi avez-vous besoin ?', 'What do you need?', '¿Qué necesita?'),
        values: [
          answer(say('Voir la scène assis', 'See the stage seated', 'Ver el escenario sentado'), 'armchair', {
            broadcastInterestPointId: id('place-platform-jetty'),
          }),
          answer(say('Entendre mieux', 'Hear better', 'Oír mejor'), 'ear', {
            broadcastInterestPointId: id('place-access-welcome'),
          }),
          answer(say('Un endroit calme', 'A calm place', 'Un lugar tranquilo'), 'heart-handshake', {
            broadcastInterestPointId: id('place-safe-space'),
          }),
        ],
      },
      section(
        say('Se déplacer', 'Getting around', 'Desplazarse'),
        say('Sol, distances, prêts', 'Ground, distances, loans', 'Suelo, distancias, préstamos'),
        paragraph(
          say(
            'Les chemins sont stabilisés, la plage se traverse par caillebotis. De la porte de l’Est à la Jetée : 650 mètres, quatre bancs. Six fauteuils tout-terrain se prêtent contre un sourire.',
            'Paths are firm and a boardwalk crosses the beach. From the East Gate to the Jetty: 650 metres, four benches. Six all-terrain wheelchairs are lent in exchange for a smile.',
            'Los caminos son firmes y una pasarela cruza la playa. De la Puerta del Este al Espigón: 650 metros, cuatro bancos. Seis sillas todoterreno se prestan a cambio de una sonrisa.',
          ),
        ),
      ),
      section(
        say('Entendre et comprendre', 'Hearing and understanding', 'Oír y comprender'),
        say('Boucles, chansigne, français facile', 'Loops, sign-song, easy French', 'Bucles, signos, francés fácil'),
        paragraph(
          say(
            'Boucles magnétiques à la Criée et à la Chapelle, gilets vibrants au Phare et à la Jetée, débats vélotypés. Le programme existe en gros caractères, en braille et en français facile.',
            'Hearing loops at the Fish Hall and the Chapel, vibrating vests at the Lighthouse and the Jetty, live captions for debates. The programme comes in large print, braille and easy French.',
            'Bucles magnéticos en la Lonja y la Capilla, chalecos vibratorios en el Faro y el Espigón, debates subtitulados en directo. Hay programa en letra grande, braille y francés fácil.',
          ),
        ),
      ),
      placesOf(id, 'access', say('Plateformes et accueil', 'Platforms and welcome', 'Plataformas y acogida')),
      wave,
      button(
        say('Ce qui a manqué l’an dernier', 'What was missing last year', 'Lo que faltó el año pasado'),
        'clipboard-check',
        { broadcastArticleId: id('article-access-report') },
        'outlined',
      ),
    ],
  }))
