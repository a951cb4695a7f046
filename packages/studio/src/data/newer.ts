/** The newer of two versions of a record: the stream of changes may be behind what this tab has saved. */
export const newerOf = <R extends { _updatedAt: string }>(shown: R, sent: R): R =>
  shown._updatedAt > sent._updatedAt ? shown : sent
