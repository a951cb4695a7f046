import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Whether a request comes from a person at a browser rather than from a program. */
export const wantsPage = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/.test(headers.accept ?? '')

/** The page of an address without a site. It is the same for a private broadcast and for one that does not exist. */
export function sendMissingPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languages.find((one) => one === (request.headers['accept-language'] ?? '').slice(0, 2)) ?? 'en'
  const [title, text] = texts[language]
  return reply
    .code(404)
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`,
      'referrer-policy': 'no-referrer',
      vary: 'Accept, Accept-Language',
    })
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`,
    )
}

const languages = ['en', 'fr', 'es'] as const

const texts: Record<(typeof languages)[number], [title: string, text: string]> = {
  en: ['Not found', 'There is nothing at this address. It may be mistyped, or not public yet.'],
  fr: ['Page introuvable', 'Il n’y a rien à cette adresse. Elle est peut-être mal écrite, ou pas encore publique.'],
  es: ['Página no encontrada', 'No hay nada en esta dirección. Puede estar mal escrita, o no ser pública todavía.'],
}

const style =
  ':root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;font:18px/1.5 system-ui,sans-serif}main{max-width:32rem;padding:2rem}h1{font-size:1.8rem;margin:0 0 .5rem}p{margin:0}'
const styleHash = createHash('sha256').update(style).digest('base64')
