/** The fields by which people know a record: the first that has a text. */
export const nameFields = ['title', 'name', 'fontFamily', 'slug', 'alt', 'mediaUrl'] as const
