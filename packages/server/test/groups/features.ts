import { fileURLToPath } from 'node:url'
import { together } from '../support/together.ts'

const folders = ['campaigns', 'conflicts', 'heavy', 'jobs', 'people', 'revisions']
await together(...folders.map((folder) => fileURLToPath(new URL(`../${folder}`, import.meta.url))))
