/** A place in a file, in the language of the person: `line 12` is `ligne 12`; paths stay. */
export const placeText = (at: string, line: string) => at.replace(/\bline (\d+)/g, `${line} $1`)
