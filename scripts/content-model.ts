import { modelMarkdown } from '@marquee/model'

/** Prints docs/api/content-model.md: `npx node scripts/content-model.ts > docs/api/content-model.md`. */
process.stdout.write(modelMarkdown())
