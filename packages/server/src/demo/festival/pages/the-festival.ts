import { articlesOf, paragraph, title, wave } from '../blocks.ts'
import { palette } from '../palette.ts'
import type { Id } from '../record.ts'
import { page } from './page.ts'

export const theFestival = (id: Id) =>
  page(id, 'the-festival', '/le-festival', (say) => ({
    title: say('Le festival', 'The festival', 'El festival'),
    blocks: [
      {
        type: 'media',
        ratio: 1.6,
        format: 'carousel',
        autoplay: false,
        values: [
          {
            media: {
              url: '/demo/map.svg',
              alt: say('Plan dessiné du festival', 'Drawn map of the festival', 'Plano dibujado del festival'),
            },
            backgroundColor: palette.shallows,
            fit: 'cover',
            caption: say('La baie de Galvenn', 'The bay of Galvenn', 'La bahía de Galvenn'),
            navigator: { broadcastMapId: id('map-festival') },
          },
          {
            media: { url: '/demo/logo.svg', alt: 'Grande Étale' },
            backgroundColor: palette.night,
            fit: 'contain',
            caption: say('Neuvième édition', 'Ninth edition', 'Novena edición'),
          },
        ],
      },
      title(say('Trois jours à l’étale', 'Three days at slack water', 'Tres días de estoa'), 1),
      paragraph(
        say(
          'Grande Étale réunit chaque été, dans le port de Port-Galvenn, des musiques, des idées et des mains. Le matin on fabrique, l’après-midi on écoute et on discute, la nuit on danse.',
          'Every summer Grande Étale brings music, ideas and hands together in the harbour of Port-Galvenn. In the morning we make things, in the afternoon we listen and argue, at night we dance.',
          'Cada verano, Grande Étale reúne en el puerto de Port-Galvenn músicas, ideas y manos. Por la mañana se fabrica, por la tarde se escucha y se discute, por la noche se baila.',
        ),
      ),
      paragraph(
        say(
          'Le festival est une association : 19 membres élus, 4 salariées, 640 bénévoles. Aucun panneau publicitaire, aucun carré réservé, et un budget publié ligne par ligne.',
          'The festival is a non-profit: 19 elected members, 4 employees, 640 volunteers. No advertising, no VIP area, and a budget published line by line.',
          'El festival es una asociación: 19 miembros elegidos, 4 empleadas, 640 voluntarios. Sin publicidad, sin zona VIP y con un presupuesto publicado línea a línea.',
        ),
      ),
      {
        type: 'embed',
        title: say('Le film de l’édition 2026', 'The film of the 2026 edition', 'La película de la edición 2026'),
        url: 'https://video.example/embed/grande-etale-2026',
        ratio: 1.78,
      },
      {
        type: 'hosts',
        title: say('À l’affiche', 'On the bill', 'En el cartel'),
        format: 'grid',
        query: { filters: [{ status: 'published' }], sort: { title: 'asc' }, limit: 12 },
        navigator: { nativeContent: 'hosts' },
      },
      wave,
      articlesOf(id, 'backstage', say('Coulisses', 'Behind the scenes', 'Entre bastidores'), 4),
      {
        type: 'socials',
        values: [
          { network: 'mastodon', label: '@grande-etale', url: 'https://social.example/@grande-etale' },
          { network: 'instagram', label: 'grande.etale', url: 'https://photos.example/grande.etale' },
          { network: 'youtube', label: 'Grande Étale', url: 'https://video.example/grande-etale' },
        ],
      },
    ],
  }))
