import type { KindDeclaration, PlainKind, ScreenKind } from './declaration.ts'
import { broadcast } from './declared/broadcast.ts'
import { broadcastArticle } from './declared/broadcast-article.ts'
import { broadcastCampaign } from './declared/broadcast-campaign.ts'
import { broadcastCategory } from './declared/broadcast-category.ts'
import { broadcastClient } from './declared/broadcast-client.ts'
import { broadcastContact } from './declared/broadcast-contact.ts'
import { broadcastDiffuser } from './declared/broadcast-diffuser.ts'
import { broadcastEvent } from './declared/broadcast-event.ts'
import { broadcastHost } from './declared/broadcast-host.ts'
import { broadcastInterestPoint } from './declared/broadcast-interest-point.ts'
import { broadcastMap } from './declared/broadcast-map.ts'
import { broadcastMember } from './declared/broadcast-member.ts'
import { broadcastNetworkingForm } from './declared/broadcast-networking-form.ts'
import { broadcastPage } from './declared/broadcast-page.ts'
import { broadcastSession } from './declared/broadcast-session.ts'
import { font } from './declared/font.ts'
import { importKind } from './declared/import.ts'
import { importSource } from './declared/import-source.ts'
import { media } from './declared/media.ts'
import { revision } from './declared/revision.ts'
import { workflow } from './declared/workflow.ts'
import { workflowRun } from './declared/workflow-run.ts'

/** Every kind, in the order of the navigation. A new kind is its file and a line here. */
export const kindDeclarations: KindDeclaration[] = [
  broadcastSession,
  broadcastInterestPoint,
  broadcastArticle,
  broadcastHost,
  broadcastCategory,
  media,
  importKind,
  broadcastPage,
  broadcastMap,
  font,
  broadcastDiffuser,
  broadcastCampaign,
  broadcastNetworkingForm,
  broadcastContact,
  workflow,
  broadcastMember,
  broadcast,
  broadcastClient,
  broadcastEvent,
  revision,
  importSource,
  workflowRun,
]

export const screenKinds = kindDeclarations.filter((kind): kind is ScreenKind => 'path' in kind)

export const isPlainKind = (kind: KindDeclaration): kind is PlainKind => 'main' in kind

const byName = new Map<string, KindDeclaration>(kindDeclarations.map((one) => [one.kind, one]))

export const declarationOf = (kind: string): KindDeclaration | undefined => byName.get(kind)
