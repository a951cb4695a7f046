import type { Kind } from '@marquee/model'
import { broadcastRule } from './broadcast.ts'
import { articleRule } from './broadcast-article.ts'
import { campaignRule } from './broadcast-campaign.ts'
import { categoryRule } from './broadcast-category.ts'
import { clientRule } from './broadcast-client.ts'
import { contactRule } from './broadcast-contact.ts'
import { diffuserRule } from './broadcast-diffuser.ts'
import { analyticsRule } from './broadcast-event.ts'
import { interestPointRule } from './broadcast-interest-point.ts'
import { mapRule } from './broadcast-map.ts'
import { memberRule } from './broadcast-member.ts'
import { sessionRule } from './broadcast-session.ts'
import { fontRule } from './font.ts'
import { importRule } from './import.ts'
import { importSourceRule } from './import-source.ts'
import { mediaRule } from './media.ts'
import { revisionRule } from './revision.ts'
import type { Rule } from './rule.ts'
import { workflowRule } from './workflow.ts'
import { workflowRunRule } from './workflow-run.ts'

export function ruleOf(kind: Kind): Rule {
  return rules[kind.name] ?? plainRule
}

const plainRule: Rule = { isSelfContained: true }

const rules: Record<string, Rule> = {
  broadcast: broadcastRule,
  broadcastArticle: articleRule,
  broadcastCampaign: campaignRule,
  broadcastCategory: categoryRule,
  broadcastClient: clientRule,
  broadcastContact: contactRule,
  broadcastDiffuser: diffuserRule,
  broadcastEvent: analyticsRule,
  broadcastInterestPoint: interestPointRule,
  broadcastMap: mapRule,
  broadcastMember: memberRule,
  broadcastSession: sessionRule,
  font: fontRule,
  import: importRule,
  importSource: importSourceRule,
  media: mediaRule,
  revision: revisionRule,
  workflow: workflowRule,
  workflowRun: workflowRunRule,
}
