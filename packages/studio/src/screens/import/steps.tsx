import { IconCheck } from '@tabler/icons-react'
import { useTexts } from '../../texts/language.tsx'
import { texts } from './texts.ts'

export type Step = 'file' | 'columns' | 'preview' | 'done'

/** How far the import is. Only tables have columns. */
export function Steps({ now, hasColumns }: { now: Step; hasColumns: boolean }) {
  const t = useTexts(texts)
  const steps = (['file', 'columns', 'preview', 'done'] as const).filter((step) => step !== 'columns' || hasColumns)
  const at = steps.indexOf(now)
  return (
    <ol className="import-steps" aria-label={t.stepsLabel}>
      {steps.map((step, index) => (
        <li
          key={step}
          data-done={index < at || now === 'done' || undefined}
          aria-current={step === now ? 'step' : undefined}
        >
          <span className="import-step-mark" aria-hidden>
            {index < at || now === 'done' ? <IconCheck size={14} stroke={2.5} /> : index + 1}
          </span>
          <span className="import-step-name">{t.steps[step]}</span>
        </li>
      ))}
    </ol>
  )
}
