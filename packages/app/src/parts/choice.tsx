/** @jsxImportSource preact */
interface Props<T extends string | number | null> {
  title: string
  /** Distinguishes the choices of a screen. */
  name: string
  options: readonly (readonly [value: T, label: string])[]
  value: T
  onChoose(value: T): void
}

/** One of a few values. */
export function Choice<T extends string | number | null>({ title, name, options, value, onChoose }: Props<T>) {
  return (
    <fieldset class="mq-choice">
      <legend class="mq-choice-title">{title}</legend>
      <div class="mq-chips">
        {options.map(([one, label]) => (
          <label key={label} class="mq-chip">
            <input type="radio" class="mq-hidden" name={name} checked={one === value} onChange={() => onChoose(one)} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
