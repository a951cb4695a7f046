import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import sharp from 'sharp'

/** The response of a path: a page, a file with its type, or a function that writes it. */
export type Served =
  | string
  | { type: string; body: string | Buffer }
  | ((request: IncomingMessage, response: ServerResponse) => void)

export interface Website {
  url: string
  host: string
  /** The requested paths, in order. */
  asked: string[]
  serve(path: string, served: Served): void
  close(): Promise<void>
}

/** A website on its own port. Unknown paths are 404. */
export async function startWebsite(paths: Record<string, Served> = {}): Promise<Website> {
  const served = new Map(Object.entries(paths))
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    asked.push(path)
    const found = served.get(path)
    if (found === undefined) response.writeHead(404).end('nothing here')
    else if (typeof found === 'function') found(request, response)
    else if (typeof found === 'string')
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(found)
    else response.writeHead(200, { 'content-type': found.type }).end(found.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  const host = `127.0.0.1:${address.port}`
  return {
    url: `http://${host}`,
    host,
    asked,
    serve: (path, what) => void served.set(path, what),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The site of a small festival with everything that onboarding reads: a programme in three formats, news, pages, colors, a logo. */
export async function festivalSite(): Promise<Record<string, Served>> {
  const logo = await sharp({ create: { width: 240, height: 120, channels: 4, background: '#7a1fa2' } })
    .png()
    .toBuffer()
  const cover = await sharp({ create: { width: 1200, height: 630, channels: 3, background: '#204060' } })
    .jpeg()
    .toBuffer()
  return {
    '/': page('Les Nuits du Lac | Festival', front),
    '/programme': page('Programme', programme),
    '/infos-pratiques': page('Infos pratiques', practical),
    '/faq': page('FAQ', faq),
    '/style.css': {
      type: 'text/css',
      body: 'body{background:#fffdf7;color:#222;font-family:"Lac Sans",sans-serif}:root{--primary:#7a1fa2}.b{background:#7a1fa2}@font-face{font-family:"Lac Sans";font-weight:700;src:url(/lac.woff2)}',
    },
    '/lac.ics': { type: 'text/calendar', body: calendar },
    '/feed.xml': { type: 'application/rss+xml', body: feed },
    '/logo.png': { type: 'image/png', body: logo },
    '/cover.jpg': { type: 'image/jpeg', body: cover },
  }
}

const page = (title: string, body: string) => `<!doctype html><html lang="fr-FR"><head><title>${title}</title>
<meta name="description" content="Trois soirs de musique au bord du lac, avec les voisins et leurs guitares.">
<meta property="og:site_name" content="Les Nuits du Lac"><meta property="og:image" content="/cover.jpg"><meta name="theme-color" content="#7a1fa2">
<link rel="stylesheet" href="/style.css"><link rel="alternate" type="application/rss+xml" href="/feed.xml"></head>
<body><header><img class="logo" src="/logo.png" alt="Les Nuits du Lac"><nav><a href="/">Accueil</a><a href="/programme">Programme</a><a href="/infos-pratiques">Infos pratiques</a>
<a href="/faq">FAQ</a><a href="/mentions-legales">Mentions légales</a><a href="https://tickets.example/lac">Billetterie</a></nav></header>
<main>${body}</main><footer><a href="https://www.instagram.com/nuitsdulac">Instagram</a> Tous droits réservés</footer></body></html>`

const paragraph =
  'Le lac est calme, la scène flotte, et chacun apporte de quoi partager le repas du soir sous les tilleuls de la rive.'

const front = `<h1>La musique sur l’eau</h1><p>${paragraph}</p><p><a class="btn" href="/infos-pratiques">Préparer ma venue</a></p>
<script type="application/ld+json">${scriptJson({
  '@context': 'https://schema.org',
  '@type': 'Festival',
  name: 'Les Nuits du Lac',
  startDate: '2031-07-04',
  endDate: '2031-07-06',
  location: {
    '@type': 'Place',
    name: 'La rive',
    address: { '@type': 'PostalAddress', addressLocality: 'Lacville', addressCountry: 'FR' },
    geo: { latitude: 45.9, longitude: 6.1 },
  },
})}</script>`

const programme = `<h1>Programme</h1><p>${paragraph}</p><a href="/lac.ics">Agenda</a>
<script type="application/ld+json">${scriptJson({
  '@graph': [
    event('Les Guitares', '2031-07-04T20:00:00', 'Radeau'),
    event('Le Chœur', '2031-07-05T21:30:00', 'Radeau'),
    { ...event('Annulé', '2031-07-05T22:30:00', 'Radeau'), eventStatus: 'https://schema.org/EventCancelled' },
  ],
})}</script>`

/** JSON inside a script element must not close it. */
function scriptJson(value: object): string {
  return JSON.stringify(value).replaceAll('</', '<\\/')
}

function event(name: string, startDate: string, place: string) {
  return {
    '@type': 'MusicEvent',
    name,
    startDate,
    description: '<p>Un concert <script>alert(1)</script>au <b>crépuscule</b>.</p>',
    location: { '@type': 'Place', name: place },
    performer: [{ '@type': 'MusicGroup', name: `${name} du Lac`, sameAs: ['https://band.example/x'] }],
  }
}

const practical = `<h1>Infos pratiques</h1><h2>Venir</h2><p>${paragraph}</p><ul><li>En train</li><li>À <b>vélo</b></li></ul><h2>Payer</h2>
<table><tr><th>Jour</th><th>Prix</th></tr><tr><td>Vendredi</td><td>10 €</td></tr></table><p><img src="/cover.jpg" width="600" alt="La rive"></p><p onclick="x()"><a href="javascript:alert(1)">Ne pas</a> oublier son gobelet &lt;img src=x onerror=alert(1)&gt;</p>`

const faq = `<h1>FAQ</h1><p>${paragraph}</p><details><summary>Et s’il pleut&nbsp;?</summary><p>On joue sous les tilleuls, et l’on garde les bottes.</p></details>`

const calendar = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//lac//fr',
  'X-WR-TIMEZONE:Europe/Paris',
  'BEGIN:VEVENT',
  'UID:yoga@lac',
  'SUMMARY:Yoga',
  'DTSTART;TZID=Europe/Paris:20310704T080000',
  'DTEND;TZID=Europe/Paris:20310704T090000',
  'RRULE:FREQ=DAILY;COUNT=3',
  'LOCATION:Pelouse',
  'CATEGORIES:Bien-être',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'UID:marche@lac',
  'SUMMARY:Marché',
  'DTSTART;VALUE=DATE:20310705',
  'DTEND;VALUE=DATE:20310706',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'UID:same@lac',
  'SUMMARY:Les Guitares',
  'DTSTART:20310704T180000Z',
  'DTEND:20310704T193000Z',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n')

const feed = `<?xml version="1.0"?><rss version="2.0"><channel><title>Lac</title><item><title>Le radeau est prêt</title><link>/news/radeau</link><guid>radeau</guid>
<pubDate>Fri, 02 May 2031 10:00:00 GMT</pubDate><description><![CDATA[<p>Il <em>flotte</em>.</p><script>alert(1)</script><p onmouseover="x()">Venez <a href="javascript:x()">voir</a>.</p>]]></description></item></channel></rss>`
