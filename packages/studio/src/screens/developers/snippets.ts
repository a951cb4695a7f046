export interface Home {
  origin: string
  userId: string
  broadcastId: string
}

/** How to call the API with a key, in the shell and in JavaScript. */
export function keySnippets({ origin, userId, broadcastId }: Home, key: string): { name: string; code: string }[] {
  const path = `/v1/users/${userId}/broadcasts/${broadcastId}`
  return [
    {
      name: 'curl',
      code: `curl -H 'Authorization: Bearer ${key}' \\\n  '${origin}${path}/broadcastSessions?limit=5'`,
    },
    {
      name: 'fetch',
      code: [
        `const response = await fetch('${origin}${path}/broadcastSessions?limit=5', {`,
        `  headers: { authorization: 'Bearer ${key}' },`,
        '})',
        'const { data, metadata } = await response.json()',
      ].join('\n'),
    },
    {
      name: 'SDK',
      code: [
        "import { env } from 'node:process'",
        "import { Marquee } from '@marquee/sdk'",
        '',
        `const marquee = new Marquee({ baseUrl: '${origin}', apiKey: env.MARQUEE_KEY })`,
        `const broadcast = marquee.broadcast('${userId}', '${broadcastId}')`,
        'for await (const session of broadcast.sessions.all()) console.log(session.title)',
      ].join('\n'),
    },
  ]
}

/** How to verify the deliveries of a webhook. */
export function receiverSnippets(secret: string): { name: string; code: string }[] {
  return [
    {
      name: 'Node.js',
      code: [
        "import { createServer } from 'node:http'",
        "import { env } from 'node:process'",
        "import { text } from 'node:stream/consumers'",
        "import { verifyWebhook } from '@marquee/sdk'",
        '',
        'createServer(async (request, response) => {',
        '  try {',
        '    const body = await text(request)',
        '    const event = await verifyWebhook({ body, headers: request.headers, secret: env.WEBHOOK_SECRET })',
        '    response.writeHead(204).end()',
        '    console.log(event.type, event.id, event.data)',
        '  } catch {',
        '    response.writeHead(400).end()',
        '  }',
        "}).listen(4000, '127.0.0.1')",
      ].join('\n'),
    },
    { name: 'marquee listen', code: `npx marquee listen --secret ${secret}` },
  ]
}
