/** How answers begin that are not of our own shapes, by media type. Binary files have no example. */
export const textExamples: Record<string, unknown> = {
  'text/csv': '_id,title,status\r\n66a1f0c2d4e5b60718293a4b,Opening night,published\r\n',
  'text/event-stream':
    'id: 1842\nevent: change\ndata: {"sequence":1842,"kind":"broadcastSession","operation":"update"}\n\n',
  'text/calendar':
    'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Marquee//EN\r\nBEGIN:VEVENT\r\nUID:66a1f0c2d4e5b60718293a4b\r\nDTSTART:20270702T180000Z\r\nDTEND:20270702T193000Z\r\nSUMMARY:Opening night\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
  'application/xml':
    '<?xml version="1.0" encoding="UTF-8"?>\n<schedule><conference><title>Nuits du Port</title></conference></schedule>',
  'application/rss+xml':
    '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>Nuits du Port</title></channel></rss>',
  'application/atom+xml':
    '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><title>Nuits du Port</title></feed>',
  'application/json': { schedule: { version: '1842', conference: { title: 'Nuits du Port', days: [] } } },
  'application/ld+json': { '@context': 'https://schema.org', '@graph': [{ '@type': 'Event', name: 'Opening night' }] },
  'application/feed+json': {
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Nuits du Port',
    items: [{ id: '66a1f0c2d4e5b60718293a4b', title: 'The programme is out' }],
  },
}
