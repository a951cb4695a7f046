import { kinds } from '@marquee/model'
import type { Content } from '../content/content.ts'
import { createRecord } from '../content/create-record.ts'
import type { Tx } from '../store/db.ts'
import { findRecord } from '../store/records/records.ts'
import type { Site } from './site.ts'

/** The answers of a visitor to a form. */
export interface FormAnswers {
  formId: string
  fields: { key: string; value: string }[]
  /** A honeypot: pages do not show this field, so only bots fill it in. */
  website?: string
}

export const isFromProgram = ({ website }: FormAnswers): boolean => Boolean(website)

/** Stores the answers to a published form as a contact. */
export async function storeAnswers(
  { content }: { content: Content },
  tx: Tx,
  site: Site,
  { formId, fields }: FormAnswers,
): Promise<void> {
  await content.writeIn(tx, site, { type: 'visitor' }, async (writing) => {
    const form = await findRecord(tx, site.broadcastId, kinds.broadcastNetworkingForm, formId, site.audience)
    // A hidden form is refused with the same message as a missing one.
    return createRecord(writing, kinds.broadcastContact, { formId: form ? formId : missingId, fields })
  })
}

/** No record has this id: it would have been created in 1970. */
const missingId = '0'.repeat(24)
