import { complain } from '@marquee/model'
import type { Rule } from './rule.ts'

/** People draft, schedule and cancel; the rest of a campaign's life is the service's. */
export const campaignRule: Rule = {
  prepare({ before, after }) {
    const isOurs = ['sending', 'sent', 'failed'].includes(String(after.status))
    if (isOurs && after.status !== before?.status)
      throw complain('/status', 'read_only', 'is set by sending the campaign')
    return after
  },
}
