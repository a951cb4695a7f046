/** Without case and accents: who types "etale" means "Étale". */
export const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
