/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { useHref } from '../app-context.ts'
import { type Destination, destinationOf } from '../destination.ts'

interface Props {
  class?: string | undefined
  label?: string | undefined
  current?: boolean | undefined
  children: ComponentChildren
}

/** A link to the target of a navigator; only its content when it has none. */
export function NavigatorLink({ navigator, ...props }: Props & { navigator: unknown }) {
  const destination = destinationOf(navigator)
  return destination ? (
    <DestinationLink to={destination} {...props} />
  ) : (
    <span class={props.class}>{props.children}</span>
  )
}

export function DestinationLink({ to, class: own, label, current, children }: Props & { to: Destination }) {
  const href = useHref()
  const isOutside = 'url' in to
  return (
    <a
      class={own}
      href={isOutside ? to.url : href(to.route)}
      {...(isOutside && outside)}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
    >
      {children}
    </a>
  )
}

/** Links that leave the app open beside it, and cannot reach back. */
const outside = { rel: 'noopener', target: '_blank' }
