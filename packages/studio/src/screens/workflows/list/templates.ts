import type { Language } from '../../../texts/define.ts'
import type { WorkflowNode } from '../graph/flow.ts'
import type { Trigger } from '../graph/trigger-words.ts'

export const templateNames = ['empty', 'cancelled', 'incoming', 'hourly', 'summary', 'onDemand'] as const
export type TemplateName = (typeof templateNames)[number]

export interface Template {
  trigger: Trigger
  entryNodeId?: string
  nodes: WorkflowNode[]
}

/** A template of a workflow. Names of steps are in the language of its creator, and its times in the zone of the broadcast. */
export function templateOf(name: TemplateName, language: Language, zone: string): Template {
  const words = stepNames[language]
  switch (name) {
    case 'cancelled':
      return mailWhenCancelled(words)
    case 'incoming':
      return mailOfCall(words)
    case 'hourly':
      return hourlyImport(words)
    case 'summary':
      return dailySummary(words, zone)
    case 'onDemand':
      return callOnDemand(words)
    default:
      return { trigger: { type: 'manual' }, nodes: [] }
  }
}

type Words = Record<
  | 'tell'
  | 'isNews'
  | 'cancelled'
  | 'message'
  | 'read'
  | 'each'
  | 'exists'
  | 'known'
  | 'write'
  | 'day'
  | 'compose'
  | 'keep'
  | 'ask'
  | 'call'
  | 'shape'
  | 'failed',
  string
>

/** A later change of a cancelled session is no news. */
function mailWhenCancelled(words: Words): Template {
  return {
    trigger: { type: 'change', kind: 'broadcastSession', operations: ['update'], filters: [{ cancelled: true }] },
    entryNodeId: 'check',
    nodes: [
      {
        ...step('check', 'if', words.isNews, [0, 0]),
        config: { condition: worked('boolean', "input.fields.includes('cancelled')") },
        onSuccess: 'mail',
      },
      {
        ...step('mail', 'mail', words.tell, [332, 0]),
        config: {
          subject: worked('string', `'${words.cancelled} ' + input.record.title`),
          text: worked(
            'string',
            `'${words.cancelled} ' + input.record.title + ' · ' + (input.record.time?.start ?? '')`,
          ),
        },
        retries: 2,
      },
    ],
  }
}

function mailOfCall(words: Words): Template {
  return {
    trigger: { type: 'webhook' },
    entryNodeId: 'mail',
    nodes: [
      {
        ...step('mail', 'mail', words.tell, [0, 0]),
        config: {
          subject: fixed('string', words.message),
          text: worked('string', 'JSON.stringify(input.body, null, 2)'),
        },
        retries: 2,
      },
    ],
  }
}

/** Articles store the id of their source, so that an item is imported once. */
function hourlyImport(words: Words): Template {
  return {
    trigger: { type: 'interval', everySeconds: 3_600 },
    entryNodeId: 'call',
    nodes: [
      {
        ...step('call', 'http', words.read, [0, 0]),
        config: { method: fixed('enum', 'GET'), url: fixed('string', 'https://example.org/news.json') },
        retries: 2,
        onSuccess: 'each',
      },
      {
        ...step('each', 'foreach', words.each, [332, 0]),
        config: { items: worked('array', 'last.body'), entryNodeId: fixed('string', 'known') },
        errorBehavior: 'continue',
      },
      {
        ...step('known', 'amply', words.exists, [332, 170]),
        config: {
          operation: fixed('enum', 'list'),
          resource: fixed('string', 'broadcastArticle'),
          metadata: {
            filters: entries({ 'metadata.importId': worked('string', 'String(item.id)') }),
            preview: fixed('boolean', true),
            cursors: { limit: fixed('number', 1) },
          },
        },
        onSuccess: 'check',
      },
      {
        ...step('check', 'if', words.known, [664, 170]),
        config: { condition: worked('boolean', 'nodes.known.output.data.length === 0') },
        onSuccess: 'write',
      },
      {
        ...step('write', 'amply', words.write, [996, 170]),
        config: {
          operation: fixed('enum', 'create'),
          resource: fixed('string', 'broadcastArticle'),
          body: entries({
            title: worked('string', 'item.title'),
            content: worked('string', "item.text ?? ''"),
            status: fixed('string', 'draft'),
            metadata: entries({ importId: worked('string', 'String(item.id)') }),
          }),
        },
      },
    ],
  }
}

function dailySummary(words: Words, zone: string): Template {
  return {
    trigger: { type: 'schedule', cron: '0 8 * * *', timezone: zone },
    entryNodeId: 'sessions',
    nodes: [
      {
        ...step('sessions', 'amply', words.day, [0, 0]),
        config: {
          operation: fixed('enum', 'list'),
          resource: fixed('string', 'broadcastSession'),
          metadata: {
            filters: entries({
              'time.start': entries({
                $gte: worked('string', 'now'),
                $lt: worked('string', 'new Date(Date.parse(now) + 86400000).toISOString()'),
              }),
            }),
            cursors: { limit: fixed('number', 200), sort: entries({ 'time.start': fixed('string', 'asc') }) },
          },
        },
        onSuccess: 'check',
      },
      {
        ...step('check', 'if', words.ask, [332, 0]),
        config: { condition: worked('boolean', 'last.data.length > 0') },
        onSuccess: 'code',
      },
      {
        ...step('code', 'code', words.compose, [664, 0]),
        config: { code: fixed('string', composeCode) },
        onSuccess: 'article',
      },
      {
        ...step('article', 'amply', words.keep, [996, 0]),
        config: {
          operation: fixed('enum', 'create'),
          resource: fixed('string', 'broadcastArticle'),
          body: entries({
            title: worked('string', 'last.title'),
            content: worked('string', 'last.content'),
            contentFormat: fixed('string', 'markdown'),
            status: fixed('string', 'draft'),
          }),
        },
      },
    ],
  }
}

function callOnDemand(words: Words): Template {
  return {
    trigger: { type: 'manual' },
    entryNodeId: 'call',
    nodes: [
      {
        ...step('call', 'http', words.call, [0, 0]),
        config: {
          method: fixed('enum', 'GET'),
          url: fixed('string', 'https://example.org/api'),
          query: entries({ day: worked('string', 'input.day') }),
        },
        onSuccess: 'code',
        onError: 'failed',
      },
      { ...step('code', 'code', words.shape, [332, 0]), config: { code: fixed('string', 'return last.body') } },
      {
        ...step('failed', 'code', words.failed, [332, 170]),
        config: { code: fixed('string', "console.log('the call failed:', last.error.message)\nreturn last.error") },
      },
    ],
  }
}

const composeCode = `const hour = (instant) => new Date(instant).toISOString().slice(11, 16)
const lines = nodes.sessions.output.data.map(({ title, time }) => '- **' + hour(time.start) + '** ' + title)
return { title: broadcast.name + ', ' + now.slice(0, 10), content: lines.join('\\n') }`

const step = (id: string, type: WorkflowNode['type'], name: string, position: number[]) => ({
  id,
  type,
  name,
  position,
})

function fixed(type: string, value: unknown) {
  return { type, value }
}

function worked(type: string, expression: string) {
  return { type, value: null, useExpression: true, expression }
}

function entries(values: Record<string, unknown>) {
  return fixed(
    'object',
    Object.entries(values).map(([key, value]) => ({ key, value })),
  )
}

const stepNames: Record<Language, Words> = {
  en: {
    read: 'Read the list',
    each: 'Each item',
    exists: 'Is it here already?',
    known: 'Only new ones',
    write: 'Create an article',
    day: 'Sessions of the day',
    compose: 'Write the summary',
    keep: 'Keep it as a draft',
    ask: 'Is there anything?',
    call: 'Call the API',
    shape: 'Work with the answer',
    failed: 'Note what went wrong',
    tell: 'Write to the team',
    isNews: 'Was it cancelled just now?',
    cancelled: 'Cancelled:',
    message: 'A message from another service',
  },
  fr: {
    read: 'Lire la liste',
    each: 'Chaque élément',
    exists: 'Est-il déjà là ?',
    known: 'Seulement les nouveaux',
    write: 'Créer un article',
    day: 'Rendez-vous du jour',
    compose: 'Rédiger le résumé',
    keep: 'Garder en brouillon',
    ask: 'Y a-t-il quelque chose ?',
    call: 'Appeler l’API',
    shape: 'Traiter la réponse',
    failed: 'Noter ce qui a échoué',
    tell: 'Écrire à l’équipe',
    isNews: 'Vient-elle d’être annulée ?',
    cancelled: 'Annulé :',
    message: 'Un message d’un autre service',
  },
  es: {
    read: 'Leer la lista',
    each: 'Cada elemento',
    exists: '¿Ya está aquí?',
    known: 'Solo los nuevos',
    write: 'Crear un artículo',
    day: 'Sesiones del día',
    compose: 'Redactar el resumen',
    keep: 'Guardar como borrador',
    ask: '¿Hay algo?',
    call: 'Llamar a la API',
    shape: 'Tratar la respuesta',
    failed: 'Anotar qué falló',
    tell: 'Escribir al equipo',
    isNews: '¿Se acaba de cancelar?',
    cancelled: 'Cancelado:',
    message: 'Un mensaje de otro servicio',
  },
}
