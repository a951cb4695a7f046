import { fileURLToPath } from 'node:url'
import { together } from '../support/together.ts'

await together(fileURLToPath(new URL('../onboarding', import.meta.url)))
