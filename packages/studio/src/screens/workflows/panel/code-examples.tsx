import { Button, Code, Stack, Text } from '@mantine/core'
import { useTexts } from '../../../texts/language.tsx'
import { texts } from './texts.ts'

/** Examples of code; a click inserts one. */
export function CodeExamples({ isDisabled, onUse }: { isDisabled: boolean; onUse: (code: string) => void }) {
  const t = useTexts(texts)
  return (
    <div>
      <Text size="xs" c="dimmed">
        {t.codeHint}
      </Text>
      <details className="panel-variables">
        <summary>
          <Text span size="sm" fw={600}>
            {t.examples}
          </Text>
        </summary>
        <Stack gap="sm" mt="xs">
          {Object.entries(examples).map(([name, code]) => (
            <div key={name}>
              <Text size="sm" mb={4}>
                {t.codeExamples[name as keyof typeof examples]}
              </Text>
              <Code block tabIndex={0}>
                {code}
              </Code>
              {!isDisabled && (
                <Button size="compact-xs" variant="subtle" mt={4} onClick={() => onUse(code)}>
                  {t.useExample}
                </Button>
              )}
            </div>
          ))}
        </Stack>
      </details>
    </div>
  )
}

const examples = {
  share: `const share = Math.floor(input.tickets / input.groups.length)
console.log('each gets', share)
return Object.fromEntries(input.groups.map((group) => [group, share]))`,
  pick: `return last.data.map(({ _id, title, time }) => ({ _id, title, start: time.start }))`,
  log: `if (last.data.length === 0) throw new Error('nothing is planned')
return last.data[0]`,
}
