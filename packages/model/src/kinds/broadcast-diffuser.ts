import { always, defineKind, nullable } from '../kind.ts'
import { Choice, Description, Localized, Maybe, PublishStatus, Title } from '../shapes/scalars.ts'
import Type from '../type.ts'

const Seo = Localized(
  ['title', 'metaDescription'],
  { title: Maybe(Title), metaDescription: Maybe(Description), indexing: Type.Optional(Type.Boolean()) },
  { title: 'Seo' },
)

const Slug = Type.String({
  pattern: '^(?![0-9a-f]{24}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$',
  description: 'A name for addresses: 1 to 63 lower-case letters, digits and inner hyphens, such as nuits-du-port',
})

const Domain = Type.String({
  format: 'idn-hostname',
  maxLength: 253,
  description:
    'The name of a host with at least one dot, without scheme, port or path. It is stored in lower case, an international name in Punycode.',
  examples: ['nuits-du-port.example'],
})

export const broadcastDiffuser = defineKind({
  name: 'broadcastDiffuser',
  plural: 'broadcastDiffusers',
  about: 'A way the broadcast reaches its public: a website, an app, a kiosk.',
  editorial: true,
  fields: {
    type: always(Choice('web', 'ios', 'android', 'kiosk'), { default: 'web', filter: true }),
    slug: nullable(Slug, { unique: 'service', sort: true }),
    domain: nullable(Domain, { unique: 'service', filter: true, label: 'Own domain' }),
    seo: nullable(Seo, { filter: ['indexing'] }),
    status: always(PublishStatus, { default: 'draft', sort: true }),
  },
})
