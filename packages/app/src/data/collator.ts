/** Compares words as the language sorts them. Collators are slow to make, so each is made once, with the first comparison. */
export const compareWords = (locale: string): ((one: string, other: string) => number) => {
  return (one, other) => collatorFor(locale).compare(one, other)
}

const collators = new Map<string, Intl.Collator>()

function collatorFor(locale: string): Intl.Collator {
  const known = collators.get(locale) ?? new Intl.Collator(locale, { numeric: true })
  collators.set(locale, known)
  return known
}
