import { SegmentedControl } from '@mantine/core'
import { IconLayoutList, IconTable } from '@tabler/icons-react'
import { useState } from 'react'

export type View = 'grid' | 'list'

/** The chosen view is stored in the browser. */
export function useView(): [View, (view: View) => void] {
  const [view, setView] = useState<View>(() => (localStorage.getItem(viewKey) === 'list' ? 'list' : 'grid'))
  const change = (next: View) => {
    localStorage.setItem(viewKey, next)
    setView(next)
  }
  return [view, change]
}

const viewKey = 'marquee:programme:view'

interface SwitchProps {
  view: View
  onChange: (view: View) => void
  labels: { label: string; grid: string; list: string }
}

export function ViewSwitch({ view, onChange, labels }: SwitchProps) {
  const option = (value: View, Icon: typeof IconTable) => ({
    value,
    label: (
      <span className="view-option">
        <Icon size={17} aria-hidden />
        {labels[value]}
      </span>
    ),
  })
  return (
    <SegmentedControl
      aria-label={labels.label}
      value={view}
      onChange={(next) => onChange(next === 'list' ? 'list' : 'grid')}
      data={[option('grid', IconTable), option('list', IconLayoutList)]}
    />
  )
}
