import type { FoundBlock } from './found.ts'

/** A link that jumps over the navigation, by its words. */
export const isSkipLabel = (label: string) =>
  /^(?:skip (?:to|the|nav)|jump to (?:the )?(?:main )?content|(?:aller|passer) (?:directement )?au contenu|ir al contenido|saltar al? |(?:direkt )?zum (?:haupt)?inhalt|přeskočit|preskočiť|přejít k|prejsť na|vai al contenuto|ir para o conteúdo|naar (?:de )?inhoud|przejdź do|דלג|דילוג)/i.test(
    label,
  )

/** A link that shares the page elsewhere. */
export const isShareLink = (url: string) =>
  /(?:facebook\.com\/(?:sharer|share\.php|dialog\/share)|(?:twitter|x)\.com\/(?:intent|share|home\?status)|linkedin\.com\/(?:share|sharing|cws\/share)|pinterest\.[a-z.]+\/pin\/create|(?:wa\.me\/?\?|(?:api|web)\.whatsapp\.com\/send)|whatsapp:\/\/send|t\.me\/share|telegram\.me\/share|reddit\.com\/submit|bsky\.app\/intent|tumblr\.com\/(?:share|widgets\/share)|news\.ycombinator\.com\/submitlink|addtoany\.com|^mailto:\?)/i.test(
    url,
  )

/** Only numbers and units of time, at least two: the text of a countdown without its script. */
export function isCountdown(text: string): boolean {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  return words.length >= 2 && words.length <= 8 && words.every((word) => unit.test(word))
}

const unit =
  /^(?:d|h|m|s|days?|hours?|hrs?|min(?:ute)?s?|sec(?:ond)?s?|jours?|heures?|secondes?|d[ií]as?|horas?|minutos?|segundos?|tage?n?|stunden?|minuten?|sekunden?|dn[íiů]|dní|hodin[ya]?|hodín|minut[ya]?|minút[ay]?|sekund[ya]?|sekúnd[ay]?)$/u

/**
 * Blocks without the walls of logos below “Gold sponsors”. A section with a text about partnership is kept, and so is a page
 * that is all about partners.
 */
export function withoutSponsors(blocks: FoundBlock[]): FoundBlock[] {
  const sections: FoundBlock[][] = [[]]
  for (const block of blocks) {
    if (block.type === 'title') sections.push([block])
    else sections.at(-1)?.push(block)
  }
  const kept = sections.filter((section) => !isLogoWall(section))
  return kept.some((section) => section.length > 0) ? kept.flat() : blocks
}

function isLogoWall([title, ...rest]: FoundBlock[]): boolean {
  if (title?.type !== 'title' || !sponsors.test(String(title.text))) return false
  const text = rest
    .map(({ text }) => (typeof text === 'string' ? text.replaceAll(/\[[^\]]*\]\([^)]*\)/g, '') : ''))
    .join('')
  return text.trim().length < 200
}

const sponsors =
  /(?:^|\P{L})(?:sponsors?|sponsoren|sponsoring|patrons?|partners?|partenaires?|partneři|partneri|sponzoři|sponzori|patrocinadores|colaboradores|mécènes|soutiens|förderer|unterstützer|supporters)(?:$|\P{L})/iu
