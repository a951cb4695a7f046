/** @jsxImportSource preact */
import { useApp } from '../app-context.ts'
import { Choice } from '../parts/choice.tsx'
import { Icon } from '../parts/icon.tsx'
import { MessageSettings } from '../parts/message-settings.tsx'
import { Privacy } from '../parts/privacy.tsx'
import type { Visitor } from '../visitor.ts'
import { Languages } from './menu.tsx'

/** The choices of a visitor for this device. Without JavaScript those remain that are links. */
export function SettingsScreen() {
  const { t, visitor } = useApp()
  return (
    <div class="mq-content mq-narrow">
      <h1 class="mq-title">{t.settings}</h1>
      <Languages />
      {visitor && (
        <>
          <Look visitor={visitor} />
          <MessageSettings visitor={visitor} />
          <Install visitor={visitor} />
          <Privacy visitor={visitor} />
        </>
      )}
    </div>
  )
}

function Look({ visitor }: { visitor: Visitor }) {
  const { t } = useApp()
  const { settings, change } = visitor
  return (
    <>
      <Choice
        title={t.appearance}
        name="scheme"
        options={[
          ['auto', t.auto],
          ['light', t.light],
          ['dark', t.dark],
        ]}
        value={settings.scheme}
        onChoose={(scheme) => change({ scheme })}
      />
      <Choice
        title={t.textSize}
        name="text-size"
        options={[
          ['normal', t.normal],
          ['large', t.large],
          ['larger', t.larger],
        ]}
        value={settings.textSize}
        onChoose={(textSize) => change({ textSize })}
      />
    </>
  )
}

function Install({ visitor }: { visitor: Visitor }) {
  const { t } = useApp()
  if (!visitor.install) return null
  return (
    <p>
      <button type="button" class="mq-button mq-button-outlined" onClick={visitor.install}>
        <Icon name="download" /> {t.install}
      </button>
    </p>
  )
}
