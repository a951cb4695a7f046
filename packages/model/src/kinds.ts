import type { Kind } from './kind.ts'
import { broadcast } from './kinds/broadcast.ts'
import { broadcastArticle } from './kinds/broadcast-article.ts'
import { broadcastCampaign } from './kinds/broadcast-campaign.ts'
import { broadcastCategory } from './kinds/broadcast-category.ts'
import { broadcastClient } from './kinds/broadcast-client.ts'
import { broadcastContact } from './kinds/broadcast-contact.ts'
import { broadcastDiffuser } from './kinds/broadcast-diffuser.ts'
import { broadcastEvent } from './kinds/broadcast-event.ts'
import { broadcastHost } from './kinds/broadcast-host.ts'
import { broadcastInterestPoint } from './kinds/broadcast-interest-point.ts'
import { broadcastMap } from './kinds/broadcast-map.ts'
import { broadcastMember } from './kinds/broadcast-member.ts'
import { broadcastNetworkingForm } from './kinds/broadcast-networking-form.ts'
import { broadcastPage } from './kinds/broadcast-page.ts'
import { broadcastSession } from './kinds/broadcast-session.ts'
import { font } from './kinds/font.ts'
import { importKind } from './kinds/import.ts'
import { importSource } from './kinds/import-source.ts'
import { media } from './kinds/media.ts'
import { revision } from './kinds/revision.ts'
import { workflow } from './kinds/workflow.ts'
import { workflowRun } from './kinds/workflow-run.ts'

/** All kinds. A new kind is its file and a line here. */
export const kinds = {
  broadcast,
  broadcastSession,
  broadcastInterestPoint,
  broadcastMap,
  broadcastArticle,
  broadcastPage,
  broadcastHost,
  broadcastCategory,
  broadcastNetworkingForm,
  broadcastContact,
  broadcastMember,
  broadcastClient,
  broadcastCampaign,
  broadcastDiffuser,
  broadcastEvent,
  media,
  font,
  revision,
  import: importKind,
  importSource,
  workflow,
  workflowRun,
} satisfies Record<string, Kind>

export type KindName = keyof typeof kinds

export const allKinds: Kind[] = Object.values(kinds)

/** The kinds whose records belong to a broadcast: all but the broadcast itself. */
export const broadcastKinds = allKinds.filter((kind) => kind.name !== 'broadcast')

export function kindNamed(name: string): Kind {
  const kind = allKinds.find((candidate) => candidate.name === name)
  if (!kind) throw new Error(`unknown kind ${name}`)
  return kind
}
