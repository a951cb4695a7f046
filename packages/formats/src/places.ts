/** The place of a character in a text, for people: `line 3, column 14`. */
export function placeOf(text: string, index: number): string {
  const before = text.slice(0, index)
  const lineStart = before.lastIndexOf('\n') + 1
  return `line ${lineOf(before)}, column ${index - lineStart + 1}`
}

const lineOf = (before: string) => before.split('\n').length

/** Answers the line of many characters of one text; each takes a binary search. */
export function lineFinder(text: string): (index: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (index) => {
    let [low, high] = [0, starts.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((starts[middle] as number) <= index) low = middle + 1
      else high = middle
    }
    return low
  }
}
