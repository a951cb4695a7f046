/** Folds case and accents, so that "etale" matches "Étale". */
export const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
