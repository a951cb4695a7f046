import { IconWorld } from '@tabler/icons-react'
import { fixedValue } from '../graph/wrapper.ts'
import type { NodeDeclaration } from './declaration.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

/** A call of another service. */
export const http: NodeDeclaration = {
  texts: {
    en: { name: 'Call an API', hint: 'Send a request to another service' },
    fr: { name: 'Appeler une API', hint: 'Interroger un autre service, ou le prévenir' },
    es: { name: 'Llamar a una API', hint: 'Preguntar a otro servicio o avisarle' },
  },
  icon: IconWorld,
  color: 'teal',
  idBase: 'call',
  condition: () => 'last.status === 200',
  initial: { method: { type: 'enum', value: 'GET' } },
  summary: (setting) => `${setting('method') || 'GET'} ${setting('url')}`.trimEnd(),
  fields: [
    {
      label: ['Method', 'Méthode', 'Método'],
      path: ['method'],
      type: 'enum',
      form: 'choice',
      choices: methods,
      example: "input.isNew ? 'POST' : 'PUT'",
    },
    {
      label: ['Address', 'Adresse', 'Dirección'],
      path: ['url'],
      placeholder: 'https://',
      type: 'string',
      form: 'text',
      isRequired: true,
      example: "'https://api.example.org/orders/' + item.id",
    },
    {
      label: ['Query parameters', 'Paramètres', 'Parámetros'],
      path: ['query'],
      type: 'object',
      form: 'entries',
      example: '({ since: trigger.at })',
    },
    {
      label: ['Headers', 'En-têtes', 'Cabeceras'],
      path: ['headers'],
      type: 'object',
      form: 'entries',
      example: "({ 'accept-language': 'fr' })",
    },
    {
      label: ['Body', 'Corps', 'Cuerpo'],
      path: ['body'],
      type: 'any',
      form: 'entries',
      isShown: (config) => !['GET', 'HEAD'].includes(String(fixedValue(config.method) ?? 'GET')),
      example: 'last',
    },
    {
      label: ['Credential', 'Identifiant', 'Credencial'],
      path: ['credential'],
      type: 'any',
      form: 'json',
      prefersExpression: true,
      example: 'nodes.login.output',
    },
    {
      label: ['Read the answer as', 'Lire la réponse comme', 'Leer la respuesta como'],
      path: ['responseType'],
      type: 'enum',
      form: 'choice',
      choices: [
        { value: 'json', label: ['JSON', 'JSON', 'JSON'] },
        { value: 'text', label: ['Text', 'Texte', 'Texto'] },
        {
          value: 'programme',
          label: ['Programme, calendar or feed', 'Programme, agenda ou flux', 'Programa, agenda o fuente'],
        },
        { value: 'xml', label: ['XML', 'XML', 'XML'] },
      ],
      isRare: true,
      example: "'text'",
    },
    {
      label: ['Give up after (ms)', 'Abandonner après (ms)', 'Abandonar tras (ms)'],
      path: ['timeoutMs'],
      type: 'number',
      form: 'number',
      min: 1,
      max: 60_000,
      isRare: true,
      example: '30000',
    },
  ],
}
