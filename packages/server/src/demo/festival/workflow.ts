import { type DemoRecord, type Id, record } from './record.ts'

/** Lists the published sessions of the Saturday and, when there are any, counts them by place. */
export function workflow(id: Id): DemoRecord {
  return record(id, 'workflow', 'workflow-count-sessions', {
    name: 'Compter les rendez-vous du jour',
    description: 'Liste les rendez-vous publiés du samedi, puis les compte par lieu. À lancer à la main.',
    status: 'disabled',
    trigger: { type: 'manual' },
    entryNodeId: 'sessions',
    nodes: [
      {
        id: 'sessions',
        type: 'amply',
        name: 'Rendez-vous du samedi',
        position: [80, 160],
        config: {
          operation: fixed('enum', 'list'),
          resource: fixed('string', 'broadcastSession'),
          metadata: {
            filters: entries({
              status: fixed('string', 'published'),
              'time.start': entries({
                $gte: fixed('string', '2027-07-03T06:00:00+02:00'),
                $lt: fixed('string', '2027-07-04T06:00:00+02:00'),
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
        onSuccess: 'any',
        errorBehavior: 'stopWorkflow',
      },
      {
        id: 'any',
        type: 'if',
        name: 'Y en a-t-il ?',
        position: [360, 160],
        config: { condition: worked('boolean', 'nodes.sessions.data.length > 0') },
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

const countByPlace = `const byPlace = {}
for (const session of nodes.sessions.data) {
  const place = session.interestPointId ?? 'nowhere'
  byPlace[place] = (byPlace[place] ?? 0) + 1
}
return { count: nodes.sessions.data.length, byPlace }`

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
