import type { Event } from './schedule.ts'

/** The first value that an event has under one of these names. */
type ReadValue = (...names: string[]) => string | undefined

/** The values of an event that have the same names in XML and in JSON. */
export const eventValues = (value: ReadValue, recording: ReadValue) =>
  ({
    guid: value('guid'),
    id: value('id'),
    slug: value('slug', 'code'),
    end: value('end', 'end_time'),
    duration: value('duration'),
    title: value('title'),
    subtitle: value('subtitle'),
    track: value('track'),
    type: value('type', 'event_type'),
    language: value('language'),
    abstract: value('abstract'),
    description: value('description'),
    logo: value('logo'),
    feedbackUrl: value('feedback_url'),
    recording: {
      url: recording('url') ?? value('video_download_url'),
      license: recording('license') ?? value('recording_license'),
      optOut: recording('optout') ?? value('do_not_record'),
    },
  }) satisfies Partial<Event>
