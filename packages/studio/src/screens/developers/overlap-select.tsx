import { Select } from '@mantine/core'

const seconds = { none: 0, hour: 3_600, day: 86_400, week: 604_800 }

/** How long the replaced key or secret stays valid. */
export function OverlapSelect({
  label,
  words,
  value,
  onChange,
}: {
  label: string
  words: Record<keyof typeof seconds, string>
  value: number
  onChange: (seconds: number) => void
}) {
  return (
    <Select
      label={label}
      allowDeselect={false}
      value={String(value)}
      onChange={(next) => onChange(Number(next ?? value))}
      data={Object.entries(seconds).map(([name, length]) => ({
        value: String(length),
        label: words[name as keyof typeof seconds],
      }))}
    />
  )
}
