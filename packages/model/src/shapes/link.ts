import { LinkUrl, Localized, Maybe, OpenWord, SiteUrl, Title } from './scalars.ts'

/** A link that people tap, such as a website or an account in a network. */
export const Link = Localized(
  ['label'],
  { type: Maybe(OpenWord('website', 'instagram', 'mastodon')), label: Maybe(Title), url: LinkUrl },
  { title: 'Link' },
)

/** A file to open or download: slides, a handout, sheet music. */
export const Attachment = Localized(['title'], { title: Maybe(Title), url: SiteUrl }, { title: 'Attachment' })
