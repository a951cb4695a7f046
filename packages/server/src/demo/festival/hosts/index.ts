import { pictureOf } from '../pictures.ts'
import { type DemoRecord, type Id, record } from '../record.ts'
import { halves, localized } from '../text.ts'
import { companies } from './companies.ts'
import type { Host } from './host.ts'
import { musicians } from './musicians.ts'
import { speakers } from './speakers.ts'

export function hosts(id: Id): DemoRecord[] {
  return [...musicians, ...companies, ...speakers].map((host) =>
    record(id, 'broadcastHost', `host-${host.name}`, {
      ...localized((locale) => {
        const [subtitle, description] = halves(host.text, locale)
        return { title: host.title, subtitle, description }
      }),
      status: 'published',
      categoryIds: [id(`category-${host.category}`)],
      links: links(host),
      ...pictureOf(id, host.name),
    }),
  )
}

function links({ name, title }: Host) {
  return [
    { type: 'website', label: title, url: `https://${name}.example/` },
    { type: 'mastodon', label: `@${name}`, url: `https://social.example/@${name}` },
  ]
}
