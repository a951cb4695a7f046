import { CopyButton, Group, Text, UnstyledButton } from '@mantine/core'
import { useCommon, useTexts } from '../../../texts/language.tsx'
import { texts } from './texts.ts'
import './runs.css'

interface Props {
  label: string
  value?: unknown
  /** Shown instead of a value. */
  text?: string
  isEmpty?: boolean
  note?: string
}

/** A value to read and to copy. Long ones are truncated on the screen, not in the copy. */
export function JsonView({ label, value, text, isEmpty = false, note }: Props) {
  const t = useTexts(texts)
  const common = useCommon()
  const whole = text ?? (typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? ''))
  return (
    <section aria-label={label}>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={600}>
          {label}
        </Text>
        {!isEmpty && whole !== '' && (
          <CopyButton value={whole}>
            {({ copied, copy }) => (
              <UnstyledButton onClick={copy} className="json-copy">
                {copied ? common.copied : text === undefined ? t.copyJson : common.copy}
              </UnstyledButton>
            )}
          </CopyButton>
        )}
      </Group>
      {note && (
        <Text size="xs" c="dimmed" mb={4}>
          {note}
        </Text>
      )}
      {isEmpty || whole === '' ? (
        <Text size="sm" c="dimmed">
          {t.nothing}
        </Text>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
        <pre className="json-view" tabIndex={0}>
          {whole.length > maxShown ? `${whole.slice(0, maxShown)}\n…` : whole}
        </pre>
      )}
    </section>
  )
}

const maxShown = 20_000
