import { useCallback, useState } from 'react'
import { useSearchValues } from '../../../ui/navigation.tsx'

export type PanelTab = 'step' | 'runs' | 'settings'

/** The open step and run; both are in the URL. */
export function usePlace() {
  const [search, setSearch] = useSearchValues()
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  const selectedId = text(search.step)
  const runId = text(search.run)
  const [panel, setPanel] = useState<PanelTab>(runId ? 'runs' : selectedId ? 'step' : 'settings')
  const [stepTab, setStepTab] = useState<'setup' | 'result'>(runId ? 'result' : 'setup')
  const openStep = useCallback(
    (id: string, tab?: 'setup' | 'result') => {
      setSearch({ step: id })
      setPanel('step')
      if (tab) setStepTab(tab)
    },
    [setSearch],
  )
  const closeStep = useCallback(() => {
    setSearch({ step: undefined })
    setPanel((known) => (known === 'step' ? 'settings' : known))
  }, [setSearch])
  const openRun = useCallback(
    (id: string | undefined) => {
      setSearch({ run: id })
      if (id) {
        setPanel('runs')
        setStepTab('result')
      }
    },
    [setSearch],
  )
  const isStarting = search.start === true
  const showsProblems = search.problems === true
  const clear = useCallback(() => setSearch({ start: undefined, problems: undefined }), [setSearch])
  return {
    selectedId,
    runId,
    panel,
    setPanel,
    stepTab,
    setStepTab,
    openStep,
    closeStep,
    openRun,
    isStarting,
    showsProblems,
    clear,
  }
}

export type Place = ReturnType<typeof usePlace>
