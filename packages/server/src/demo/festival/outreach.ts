import { type DemoRecord, type Id, record } from './record.ts'
import { localized, type Say } from './text.ts'

/** The channels of the festival: a website, a form and an unsent campaign. */
export function outreach(id: Id): DemoRecord[] {
  return [website(id), volunteerForm(id), timetableMessage(id)]
}

function website(id: Id): DemoRecord {
  return record(id, 'broadcastDiffuser', 'diffuser-web', {
    type: 'web',
    slug: 'grande-etale',
    status: 'published',
    seo: {
      title: 'Grande Étale, musiques et idées à Port-Galvenn, 2-4 juillet 2027',
      metaDescription:
        'Trois jours de concerts, de conférences et d’ateliers au bord de la mer : six scènes, quarante-quatre artistes et invités, une seule marée.',
      indexing: true,
    },
  })
}

function volunteerForm(id: Id): DemoRecord {
  return record(id, 'broadcastNetworkingForm', 'form-volunteers', {
    ...localized((_locale, say) => ({
      title: say('Devenir bénévole', 'Become a volunteer', 'Hacerse voluntario'),
      description: say(
        'Dites-nous ce que vous aimez faire : nous revenons vers vous en février.',
        'Tell us what you like doing: we will get back to you in February.',
        'Cuéntenos qué le gusta hacer: le respondemos en febrero.',
      ),
      fields: formFields(say),
    })),
    status: 'published',
  })
}

function formFields(say: Say) {
  return [
    { key: 'name', type: 'text', required: true, label: say('Prénom et nom', 'Your name', 'Nombre y apellidos') },
    { key: 'email', type: 'email', required: true, label: say('Courriel', 'Email', 'Correo electrónico') },
    {
      key: 'teams',
      type: 'choices',
      required: true,
      label: say('Équipes', 'Teams', 'Equipos'),
      options: [
        say('Bars et cantines', 'Bars and canteens', 'Bares y cantinas'),
        say('Accueil et accessibilité', 'Welcome and accessibility', 'Acogida y accesibilidad'),
        say('Scènes', 'Stages', 'Escenarios'),
        say('Rivage et tri', 'Shore and sorting', 'Orilla y reciclaje'),
      ],
    },
    {
      key: 'days',
      type: 'choices',
      label: say('Jours possibles', 'Days available', 'Días disponibles'),
      options: [
        say('Vendredi', 'Friday', 'Viernes'),
        say('Samedi', 'Saturday', 'Sábado'),
        say('Dimanche', 'Sunday', 'Domingo'),
      ],
    },
    {
      key: 'needs',
      type: 'longText',
      label: say('Ce qu’il nous faut savoir', 'What we should know', 'Lo que debemos saber'),
    },
    {
      key: 'consent',
      type: 'consent',
      required: true,
      label: say(
        'J’accepte que le festival garde ces réponses jusqu’au 31 décembre 2027.',
        'I agree that the festival keeps these answers until 31 December 2027.',
        'Acepto que el festival conserve estas respuestas hasta el 31 de diciembre de 2027.',
      ),
    },
  ]
}

function timetableMessage(id: Id): DemoRecord {
  return record(id, 'broadcastCampaign', 'campaign-timetable', {
    ...localized((_locale, say) => ({
      title: say('Les horaires sont là', 'The timetable is here', 'Ya están los horarios'),
      body: say(
        'Soixante-dix-huit rendez-vous sur six scènes : choisissez vos favoris.',
        'Seventy-eight sessions on six stages: pick your favourites.',
        'Setenta y ocho citas en seis escenarios: elija sus favoritas.',
      ),
    })),
    status: 'draft',
    navigator: { broadcastArticleId: id('article-full-timetable') },
    audience: { filters: [{ platform: { $in: ['ios', 'android', 'web'] } }], filtersLogical: '$and' },
  })
}
