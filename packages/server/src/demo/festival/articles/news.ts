import type { Article } from './article.ts'

export const news: Article[] = [
  {
    name: 'dates-2027',
    category: 'news',
    format: 'markdown',
    publishedAt: '2026-07-20T08:00:00.000Z',
    text: {
      fr: [
        'Rendez-vous les 2, 3 et 4 juillet 2027',
        'La mer s’est retirée, les tentes aussi. La huitième édition a réuni **14 200 personnes** en trois jours, et la plage nous a été rendue plus propre qu’à l’arrivée : c’est Rivage Vivant qui le dit, après avoir compté.',
        'La neuvième aura lieu **du vendredi 2 au dimanche 4 juillet 2027**. Nous avons choisi ce week-end dans la table des marées : le vendredi à 18 heures, la mer sera immobile, et c’est à cet instant que les tambours remonteront la jetée.',
        'Les billets seront mis en vente à l’automne. D’ici là, merci aux 640 bénévoles, aux voisines et voisins qui ont prêté leurs prises de courant, et à celles et ceux qui ont dansé sous la pluie du samedi.',
      ],
      en: [
        'See you on 2, 3 and 4 July 2027',
        'The sea has gone out, and so have the tents. The eighth edition brought together **14,200 people** over three days, and the beach was handed back cleaner than we found it: so says Living Shore, who counted.',
        'The ninth will take place **from Friday 2 to Sunday 4 July 2027**. We picked that weekend from the tide table: on Friday at six in the evening the sea will stand still, and at that very moment the drums will walk up the jetty.',
        'Tickets go on sale in the autumn. Until then, thank you to the 640 volunteers, to the neighbours who lent us their sockets, and to everyone who danced through Saturday’s rain.',
      ],
      es: [
        'Nos vemos el 2, 3 y 4 de julio de 2027',
        'El mar se ha retirado, y las tiendas también. La octava edición reunió a **14.200 personas** en tres días, y la playa quedó más limpia que a la llegada: lo dice Orilla Viva, que la ha contado.',
        'La novena será **del viernes 2 al domingo 4 de julio de 2027**. Elegimos ese fin de semana en la tabla de mareas: el viernes a las 18 h el mar estará inmóvil, y en ese instante los tambores subirán por el espigón.',
        'Las entradas saldrán a la venta en otoño. Hasta entonces, gracias a las 640 personas voluntarias, a los vecinos que prestaron sus enchufes y a quienes bailaron bajo la lluvia del sábado.',
      ],
    },
  },
  {
    name: 'first-names',
    category: 'news',
    format: 'markdown',
    publishedAt: '2026-10-06T16:00:00.000Z',
    text: {
      fr: [
        'Les premiers noms : Sel Gris, Ondine Valmarec, Balise 9',
        'Trois soirs, trois manières de regarder la mer. Le vendredi, **Sel Gris** rentre au port avec « Brisants ». Le samedi, **Ondine Valmarec** pose son piano au bout du môle pour l’unique concert de son été. Le dimanche, **Grand Cabestan** fera danser la ville entière.',
        'Au Phare, **Balise 9** prépare une création dont le métronome sera le feu lui-même : un éclat toutes les cinq secondes, et la musique entre les deux.',
        '## Et aussi\n\n- Xiana do Vento et ses six tambourins\n- Kabar Soley, trois générations de maloya\n- Kosmik Bagad, vingt cornemuses et une boîte à rythmes\n- The Slow Herons, Ada Wrenfield, Néon Bigorneau…',
        'Quarante-quatre artistes et invités au total, sur six scènes. Les conférences et les ateliers seront annoncés cet hiver.',
      ],
      en: [
        'The first names: Sel Gris, Ondine Valmarec, Balise 9',
        'Three nights, three ways of looking at the sea. On Friday, **Sel Gris** come home to port with “Brisants”. On Saturday, **Ondine Valmarec** puts her piano at the end of the quay for her only concert of the summer. On Sunday, **Grand Cabestan** will make the whole town dance.',
        'At the Lighthouse, **Balise 9** are preparing a new piece whose metronome will be the light itself: one flash every five seconds, and the music in between.',
        '## And also\n\n- Xiana do Vento and her six tambourines\n- Kabar Soley, three generations of maloya\n- Kosmik Bagad, twenty bagpipes and a drum machine\n- The Slow Herons, Ada Wrenfield, Néon Bigorneau…',
        'Forty-four artists and guests in all, on six stages. Talks and workshops will be announced this winter.',
      ],
      es: [
        'Los primeros nombres: Sel Gris, Ondine Valmarec, Balise 9',
        'Tres noches, tres maneras de mirar el mar. El viernes, **Sel Gris** vuelve a puerto con «Brisants». El sábado, **Ondine Valmarec** coloca su piano al final del muelle para su único concierto del verano. El domingo, **Grand Cabestan** hará bailar a todo el pueblo.',
        'En el Faro, **Balise 9** prepara un estreno cuyo metrónomo será la propia luz: un destello cada cinco segundos, y la música entre medias.',
        '## Y además\n\n- Xiana do Vento y sus seis panderetas\n- Kabar Soley, tres generaciones de maloya\n- Kosmik Bagad, veinte gaitas y una caja de ritmos\n- The Slow Herons, Ada Wrenfield, Néon Bigorneau…',
        'Cuarenta y cuatro artistas e invitados en total, en seis escenarios. Las charlas y los talleres se anunciarán este invierno.',
      ],
    },
    blocks: (say, id) => [
      {
        type: 'hosts',
        title: say('Les têtes d’affiche', 'The headliners', 'Cabezas de cartel'),
        format: 'carousel',
        query: {
          filters: [{ _id: { $in: headliners.map((name) => id(`host-${name}`)) } }],
          sort: { title: 'asc' },
        },
      },
    ],
  },
  {
    name: 'volunteers',
    category: 'news',
    format: 'markdown',
    publishedAt: '2026-09-14T07:30:00.000Z',
    text: {
      fr: [
        'Devenir bénévole, c’est aussi le festival',
        'Tenir un bar, guider un fauteuil sur le caillebotis, recoudre une voile, compter les gobelets à quatre heures du matin : il y a six cents manières d’être bénévole, et aucune ne demande d’expérience.',
        'Chacun donne **trois services de cinq heures**, reçoit un billet pour les trois jours, les repas de la cantine et une place au camping des Ajoncs. On choisit ses horaires avec son équipe, jamais contre ses concerts préférés.',
        'Les inscriptions ouvrent en février. Les mineurs de plus de seize ans sont les bienvenus avec l’accord d’un parent.',
      ],
      en: [
        'Volunteering is the festival too',
        'Running a bar, guiding a wheelchair along the boardwalk, mending a sail, counting cups at four in the morning: there are six hundred ways to volunteer and none of them needs experience.',
        'Everyone gives **three shifts of five hours** and receives a three-day ticket, meals from the canteen and a place in the Gorse Campsite. You choose your hours with your team, never against your favourite concerts.',
        'Registration opens in February. Sixteen and seventeen-year-olds are welcome with a parent’s consent.',
      ],
      es: [
        'Ser voluntario también es el festival',
        'Llevar una barra, guiar una silla por la pasarela, remendar una vela, contar vasos a las cuatro de la mañana: hay seiscientas maneras de ser voluntario y ninguna exige experiencia.',
        'Cada persona da **tres turnos de cinco horas** y recibe una entrada de tres días, las comidas de la cantina y una plaza en el Camping de los Tojos. Los horarios se eligen con el equipo, nunca contra los conciertos favoritos.',
        'Las inscripciones se abren en febrero. Los mayores de dieciséis años son bienvenidos con permiso de sus padres.',
      ],
    },
  },
  {
    name: 'full-timetable',
    category: 'news',
    format: 'html',
    publishedAt: '2027-05-03T10:00:00.000Z',
    text: {
      fr: [
        'Les horaires complets sont là',
        'Soixante-dix-huit rendez-vous, de l’aube du samedi à la dernière lumière du dimanche : les horaires complets sont dans l’application, scène par scène.',
        '<p>Ajoutez vos favoris, et l’application vous prévient <strong>quinze minutes avant</strong>. Les concerts d’après minuit sont rangés dans la soirée de la veille.</p>',
      ],
      en: [
        'The full timetable is here',
        'Seventy-eight dates with us, from Saturday’s dawn to Sunday’s last light: the full timetable is in the app, stage by stage.',
        '<p>Add your favourites and the app will tell you <strong>fifteen minutes ahead</strong>. Sets after midnight are filed under the evening before.</p>',
      ],
      es: [
        'Ya están los horarios completos',
        'Setenta y ocho citas, del alba del sábado a la última luz del domingo: los horarios completos están en la aplicación, escenario por escenario.',
        '<p>Añada sus favoritos y la aplicación le avisará <strong>quince minutos antes</strong>. Los conciertos de después de medianoche figuran en la noche anterior.</p>',
      ],
    },
  },
]

const headliners = ['sel-gris', 'ondine-valmarec', 'balise-9', 'grand-cabestan']
