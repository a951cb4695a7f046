/** The archive cannot be imported. The message is a sentence with a place in the archive. */
export class DamagedArchive extends Error {}

/** `content/fonts.json, line 3`: a place in an archive. */
export const placeOf = (path: string, line?: number) => (line === undefined ? path : `${path}, line ${line}`)
