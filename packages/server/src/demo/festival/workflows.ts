import { type DemoRecord, type Id, record } from './record.ts'

/** Three workflows that a newcomer can run at once: one reads, one writes an article, one iterates over a list. */
export function workflows(id: Id): DemoRecord[] {
  return [countSessions(id), dailySummary(id), markDrafts(id)]
}

/** Lists the published sessions of a day and, when there are any, counts them by place. */
function countSessions(id: Id): DemoRecord {
  return record(id, 'workflow', 'workflow-count-sessions', {
    name: 'Compter les rendez-vous du jour',
    description:
      'Liste les rendez-vous publiés d’un jour, puis les compte par lieu. À lancer à la main, avec {"day": "2027-07-03"} ou un autre jour.',
    status: 'disabled',
    trigger: { type: 'manual' },
    entryNodeId: 'sessions',
    nodes: [
      sessionsOfDay({ onSuccess: 'any' }),
      {
        id: 'any',
        type: 'if',
        name: 'Y en a-t-il ?',
        position: [360, 160],
        config: { condition: worked('boolean', 'nodes.sessions.output.data.length > 0') },
        onSuccess: 'count',
      },
      {
        id: 'count',
        type: 'code',
        name: 'Compter par lieu',
        position: [640, 160],
        config: { code: fixed('string', countByPlace) },
      },
    ],
  })
}

/** Writes an article about a day, as a draft. Enabled, it would do so every morning of the festival. */
function dailySummary(id: Id): DemoRecord {
  return record(id, 'workflow', 'workflow-daily-summary', {
    name: 'Résumé du jour',
    description:
      'Rassemble les rendez-vous d’un jour et en fait un article, en brouillon. Activé, il le ferait chaque matin du festival à huit heures.',
    status: 'disabled',
    trigger: { type: 'schedule', cron: '0 8 2-4 7 *', timezone: 'Europe/Paris', misfire: 'skip' },
    entryNodeId: 'sessions',
    nodes: [
      sessionsOfDay({ onSuccess: 'write' }),
      {
        id: 'write',
        type: 'code',
        name: 'Rédiger',
        position: [360, 160],
        config: { code: fixed('string', writeSummary) },
        onSuccess: 'article',
      },
      {
        id: 'article',
        type: 'amply',
        name: 'Garder en brouillon',
        position: [640, 160],
        config: {
          operation: fixed('enum', 'create'),
          resource: fixed('string', 'broadcastArticle'),
          body: entries({
            title: worked('string', 'last.title'),
            content: worked('string', 'last.content'),
            contentFormat: fixed('enum', 'markdown'),
            status: fixed('enum', 'draft'),
            metadata: entries({ run: worked('string', 'run.id') }),
          }),
        },
        errorBehavior: 'stopWorkflow',
      },
    ],
  })
}

/** Iterates over the drafts, and records in each which fields are missing, so that editors find them. */
function markDrafts(id: Id): DemoRecord {
  return record(id, 'workflow', 'workflow-mark-drafts', {
    name: 'Relire les brouillons',
    description:
      'Parcourt les rendez-vous en brouillon et note dans chacun ce qui lui manque : un lieu, un invité, un horaire.',
    status: 'disabled',
    trigger: { type: 'manual' },
    entryNodeId: 'drafts',
    nodes: [
      {
        id: 'drafts',
        type: 'amply',
        name: 'Brouillons',
        position: [80, 160],
        config: {
          operation: fixed('enum', 'list'),
          resource: fixed('string', 'broadcastSession'),
          metadata: {
            filters: entries({ status: fixed('string', 'draft') }),
            preview: fixed('boolean', true),
            cursors: { limit: fixed('number', 100) },
          },
        },
        onSuccess: 'each',
      },
      {
        id: 'each',
        type: 'foreach',
        name: 'Chacun',
        position: [360, 160],
        config: {
          items: worked('array', 'nodes.drafts.output.data.map(({ blocks, localeDetails, ...rest }) => rest)'),
          entryNodeId: fixed('string', 'lacks'),
        },
        errorBehavior: 'continue',
      },
      {
        id: 'lacks',
        type: 'code',
        name: 'Ce qui manque',
        position: [360, 320],
        config: { code: fixed('string', whatLacks) },
        onSuccess: 'mark',
      },
      {
        id: 'mark',
        type: 'amply',
        name: 'Le noter',
        position: [640, 320],
        config: {
          operation: fixed('enum', 'update'),
          resource: fixed('string', 'broadcastSession'),
          id: worked('string', 'item._id'),
          body: entries({ metadata: entries({ lacks: worked('array', 'last') }) }),
        },
      },
    ],
  })
}

function sessionsOfDay(more: Record<string, unknown>) {
  return {
    id: 'sessions',
    type: 'amply',
    name: 'Rendez-vous du jour',
    position: [80, 160],
    config: {
      operation: fixed('enum', 'list'),
      resource: fixed('string', 'broadcastSession'),
      metadata: {
        filters: entries({
          'time.start': entries({
            $gte: worked('string', `new Date(${dayStart}).toISOString()`),
            $lt: worked('string', `new Date(${dayStart} + 86400000).toISOString()`),
          }),
        }),
        filtersLogical: fixed('enum', '$and'),
        preview: fixed('boolean', false),
        cursors: {
          limit: fixed('number', 200),
          skip: fixed('number', 0),
          sort: entries({ 'time.start': fixed('string', 'asc') }),
        },
      },
    },
    errorBehavior: 'stopWorkflow',
    ...more,
  }
}

/** The days of the festival begin at six in the morning. */
const dayStart = `Date.parse((input.day ?? '2027-07-03') + 'T06:00:00+02:00')`

const countByPlace = `const byPlace = {}
for (const session of nodes.sessions.output.data) {
  const place = session.interestPointId ?? 'nowhere'
  byPlace[place] = (byPlace[place] ?? 0) + 1
}
return { count: nodes.sessions.output.data.length, byPlace }`

const writeSummary = `const hour = (instant) => new Date(Date.parse(instant) + 7200000).toISOString().slice(11, 16)
const lines = nodes.sessions.output.data.map(({ title, time }) => '- **' + hour(time.start) + '** ' + title)
const day = input.day ?? '2027-07-03'
return {
  title: 'Le programme du ' + day,
  content: lines.length > 0 ? lines.join('\\n') : 'Rien ce jour-là.',
}`

const whatLacks = `const lacks = []
if (!item.interestPointId) lacks.push('interestPointId')
if (item.hostIds.length === 0) lacks.push('hostIds')
if (!item.time.start) lacks.push('time')
return lacks`

function fixed(type: string, value: unknown) {
  return { type, value, useExpression: false, expression: '' }
}

function worked(type: string, expression: string) {
  return { type, value: null, useExpression: true, expression }
}

/** An object is written as a list of wrapped keys and values. */
function entries(values: Record<string, unknown>) {
  return fixed(
    'object',
    Object.entries(values).map(([key, value]) => ({ key: fixed('string', key), value })),
  )
}
