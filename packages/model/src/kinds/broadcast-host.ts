import { always, defineKind, list, nullable, refs } from '../kind.ts'
import { Block } from '../shapes/block.ts'
import { Link } from '../shapes/link.ts'
import { Description, Media, PublishStatus, Title } from '../shapes/scalars.ts'

export const broadcastHost = defineKind({
  name: 'broadcastHost',
  plural: 'broadcastHosts',
  about: 'Someone on the programme: an artist, a speaker, a company.',
  editorial: true,
  public: ['title', 'status', 'subtitle', 'description', 'media', 'links', 'categoryIds', 'blocks'],
  fields: {
    title: nullable(Title, { label: 'Name', localized: true, sort: true }),
    subtitle: nullable(Title, { localized: true, filter: true }),
    description: nullable(Description, { localized: true, filter: true }),
    media: nullable(Media),
    links: list(Link, { maxItems: 100 }),
    categoryIds: refs('broadcastCategory', { label: 'Categories' }),
    status: always(PublishStatus, { default: 'draft', sort: true }),
    blocks: list(Block, { localized: true, maxItems: 500 }),
  },
})
