import { Button, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useCommon } from '../../texts/language.tsx'

/** Code or the output of a program, to read and copy. */
export function Code({ label, text }: { label: string; text: string }) {
  return (
    <div className="developer-code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
      <section aria-label={label} tabIndex={0}>
        <pre>{text}</pre>
      </section>
      <div className="developer-copy">
        <Copy value={text} name={label} />
      </div>
    </div>
  )
}

export function Copy({ value, name }: { value: string; name: string }) {
  const common = useCommon()
  return (
    <CopyButton value={value} timeout={2_000}>
      {({ copied, copy }) => (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
          onClick={copy}
          aria-label={`${copied ? common.copied : common.copy}: ${name}`}
        >
          {copied ? common.copied : common.copy}
        </Button>
      )}
    </CopyButton>
  )
}
