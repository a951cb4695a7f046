import { fileURLToPath } from 'node:url'
import { together } from '../support/together.ts'

const folders = [
  'archive',
  'campaigns',
  'conflicts',
  'domains',
  'geocoding',
  'heavy',
  'imports',
  'jobs',
  'memory',
  'people',
  'reminders',
  'revisions',
]
await together(...folders.map((folder) => fileURLToPath(new URL(`../${folder}`, import.meta.url))))
