import { contract } from './facts/index.ts'

/**
 * The contract as a table of facts with the test that shows each. Prints docs/api/contract.md:
 * `npx node packages/server/test/contract/contract-table.ts > docs/api/contract.md`.
 */
export function contractMarkdown(): string {
  const count = contract.reduce((sum, { facts }) => sum + facts.length, 0)
  const sections = contract.map(({ title, file, facts }) => {
    const rows = facts.map((one) => {
      const shownBy =
        'check' in one
          ? `[${file}](../../packages/server/test/contract/facts/${file})`
          : `[${one.shownBy.test}](../../${one.shownBy.file})`
      return `| \`${one.id}\` | ${one.fact.replaceAll('|', '\\|')} | ${shownBy} |`
    })
    return [`## ${title}`, '', '| Id | Fact | Shown by |', '| - | - | - |', ...rows, ''].join('\n')
  })
  return `${header(count)}\n${sections.join('\n')}`
}

const header = (count: number) => `# Contract

<!-- Made by packages/server/test/contract/contract-table.ts from the facts beside it; do not edit it by hand. -->

The ${count} facts that clients can rely on, and the test that shows each. A test runs every check against a running service: \`facts.test.ts\` has one test per fact, named by its id. Choices beyond these facts are in the [decision records](../decisions/README.md), all fields in the [content model](content-model.md), all operations in the OpenAPI document at \`/v1/openapi.json\`.
`

if (import.meta.main) process.stdout.write(contractMarkdown())
