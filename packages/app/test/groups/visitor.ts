import { fileURLToPath } from 'node:url'
import { together } from '../../../server/test/support/together.ts'
// Imported here as well, so that the service and the browser end after all files rather than after the first.
import '../support/site.ts'

await together(fileURLToPath(new URL('../browser-visitor', import.meta.url)))
