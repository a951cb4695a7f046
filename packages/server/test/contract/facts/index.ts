import { access } from './access.ts'
import { articles } from './articles.ts'
import { blocks } from './blocks.ts'
import { broadcast } from './broadcast.ts'
import { broadcastLook } from './broadcast-look.ts'
import { conventions } from './conventions.ts'
import { endpoints } from './endpoints.ts'
import { events } from './events.ts'
import { exactReadings } from './exact-readings.ts'
import type { Section } from './fact.ts'
import { navigator } from './navigator.ts'
import { places } from './places.ts'
import { sessions } from './sessions.ts'
import { states } from './states.ts'
import { surfaceB } from './surface-b.ts'
import { webhooks } from './webhooks.ts'
import { workflows } from './workflows.ts'

/** The contract as facts, in the order of docs/api/contract.md. */
export const contract: Section[] = [
  conventions,
  events,
  places,
  articles,
  webhooks,
  surfaceB,
  navigator,
  broadcast,
  broadcastLook,
  blocks,
  sessions,
  workflows,
  states,
  endpoints,
  access,
  exactReadings,
]
