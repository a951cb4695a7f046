/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { useApp } from '../app-context.ts'
import type { Settings, Visitor } from '../visitor.ts'
import { Choice } from './choice.tsx'
import { Icon } from './icon.tsx'

/** Whether this browser gets messages, and which. The browser asks only when the visitor presses the button. */
export function MessageSettings({ visitor }: { visitor: Visitor }) {
  const { t } = useApp()
  const { push } = visitor
  return (
    <section class="mq-block" aria-label={t.notifications}>
      <h2 class="mq-heading">{t.notifications}</h2>
      <p class="mq-quiet">{t.pushHint}</p>
      {push === 'blocked' && <p class="mq-warning">{t.pushBlocked}</p>}
      {push === 'unsupported' && <p class="mq-warning">{t.pushUnsupported}</p>}
      {push === 'uninstalled' && <p class="mq-warning">{t.pushUninstalled}</p>}
      {(push === 'on' || push === 'off') && <PushSwitch visitor={visitor} />}
      {push === 'on' && <Reminders visitor={visitor} />}
    </section>
  )
}

function PushSwitch({ visitor }: { visitor: Visitor }) {
  const { t } = useApp()
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const isOn = visitor.push === 'on'
  const toggle = async () => {
    setState('busy')
    setState(
      await visitor.setPush(!isOn).then(
        () => 'idle' as const,
        () => 'failed' as const,
      ),
    )
  }
  return (
    <p class="mq-chips">
      <button
        type="button"
        class={`mq-button ${isOn ? 'mq-button-outlined' : 'mq-button-filled'}`}
        disabled={state === 'busy' || !visitor.isOnline}
        onClick={toggle}
      >
        <Icon name={isOn ? 'bell-off' : 'bell'} /> {isOn ? t.pushOff : t.pushOn}
      </button>
      <span role="status">{state === 'failed' && t.pushFailed}</span>
    </p>
  )
}

function Reminders({ visitor }: { visitor: Visitor }) {
  const { t } = useApp()
  const { settings, change } = visitor
  const options: [Settings['reminderMinutes'], string][] = [
    [5, t.minutesBefore(5)],
    [15, t.minutesBefore(15)],
    [30, t.minutesBefore(30)],
    [null, t.off],
  ]
  return (
    <>
      <Choice
        title={t.reminder}
        name="reminder"
        options={options}
        value={settings.reminderMinutes}
        onChoose={(reminderMinutes) => change({ reminderMinutes })}
      />
      <label class="mq-check">
        <input
          type="checkbox"
          checked={settings.isQuietAtNight}
          onChange={(event) => change({ isQuietAtNight: event.currentTarget.checked })}
        />
        {t.quiet}
      </label>
    </>
  )
}
