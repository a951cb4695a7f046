import { fileURLToPath } from 'node:url'
import { together } from '../../../server/test/support/together.ts'
// Here and not only in the files: the service and the browser end when all of them are done.
import '../support/studio.ts'

await together(fileURLToPath(new URL('../browser-editors', import.meta.url)))
