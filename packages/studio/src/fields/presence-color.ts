/** The color of a person, the same in every window. */
export function colorOf(personId: string): string {
  let sum = 0
  for (const character of personId) sum = (sum * 31 + character.charCodeAt(0)) % 9_973
  return colors[sum % colors.length] ?? 'blue'
}

const colors = ['blue', 'grape', 'teal', 'pink', 'indigo', 'violet', 'cyan']
