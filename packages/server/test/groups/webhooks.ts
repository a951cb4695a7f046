import { fileURLToPath } from 'node:url'
import { together } from '../support/together.ts'

await together(fileURLToPath(new URL('../webhooks', import.meta.url)))
