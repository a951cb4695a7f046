import { domainOf, type FieldError, Invalid, isReservedSlug } from '@marquee/model'
import type { Rule } from './rule.ts'

/** The addresses of a channel do not collide with those of the service. A slug that was reserved later stays until it is changed. */
export const diffuserRule: Rule = {
  prepare({ writing, before, after }) {
    const { slug } = after
    const domain = typeof after.domain === 'string' ? (domainOf(after.domain) ?? null) : null
    const errors: FieldError[] = []
    if (typeof slug === 'string' && slug !== before?.slug && isReservedSlug(slug))
      errors.push({
        pointer: '/slug',
        code: 'reserved',
        message: 'is an address of the service itself; choose another, such as "nuits-du-port"',
      })
    if (domain === writing.serviceHost && domain !== before?.domain)
      errors.push({
        pointer: '/domain',
        code: 'reserved',
        message: 'is the domain of the service itself, where the site has the address of its slug',
      })
    if (errors.length > 0) throw new Invalid(errors)
    return { ...after, domain }
  },
}
