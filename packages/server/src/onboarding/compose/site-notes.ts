import type { PageFound, SiteNote } from '../read/found.ts'
import type { Capture } from './captures.ts'
import { hasLabels } from './labels.ts'

/** What of a site was not read, could not be read, or has no place in an app. */
export function captureNotes(captures: Capture[], pages: PageFound[]): SiteNote[] {
  const failed = captures.filter(({ what, found }) => found === null && what !== 'styles' && what !== 'manifest')
  const tried = new Set(captures.flatMap(({ what, url }) => (what === 'programme' ? [url] : [])))
  const left = [...new Set(pages.flatMap(({ files }) => files))].filter((url) => !tried.has(url))
  return [
    ...failed.slice(0, maxListed).map(({ url, what }) => ({
      code: 'not_read',
      message: what === 'page' ? 'The page could not be read.' : 'The file could not be read.',
      url,
    })),
    ...left.slice(0, maxListed).map((url) => ({
      code: 'file_left_out',
      message: 'The site links to too many programme files; this one was not read.',
      url,
    })),
    ...pages.flatMap(({ notes }) => notes),
  ]
}

const maxListed = 20

/** About the language and the time zone, which people should know before anything else. */
export function settingNotes(language: string | undefined, timeZone: string | undefined): SiteNote[] {
  return [
    ...(language === undefined
      ? [
          {
            code: 'language_unknown',
            message: 'The language of the site could not be recognized; set the main language.',
          },
        ]
      : []),
    ...(language !== undefined && !hasLabels(language)
      ? [
          {
            code: 'labels_in_english',
            message: `There are no labels in the language of the site (${language}); menus are in English.`,
          },
        ]
      : []),
    ...(timeZone === undefined
      ? [
          {
            code: 'time_zone_unknown',
            message: 'The time zone of the site could not be found; local times are read in UTC.',
          },
        ]
      : []),
  ]
}
