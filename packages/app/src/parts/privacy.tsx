/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { useApp } from '../app-context.ts'
import type { Visitor } from '../visitor.ts'

/** What the service has of this device, and a way to delete it. */
export function Privacy({ visitor }: { visitor: Visitor }) {
  const { t } = useApp()
  const [outcome, setOutcome] = useState('')
  const { forget } = visitor
  return (
    <section class="mq-block">
      <h2 class="mq-heading">{t.privacy}</h2>
      <p class="mq-quiet">{t.privacyHint}</p>
      {forget && (
        <p>
          <button
            type="button"
            class="mq-button mq-button-outlined"
            disabled={!visitor.isOnline}
            onClick={async () =>
              setOutcome(
                await forget().then(
                  () => t.forgotten,
                  () => t.failed,
                ),
              )
            }
          >
            {t.forget}
          </button>
        </p>
      )}
      <p role="status">{outcome}</p>
    </section>
  )
}
