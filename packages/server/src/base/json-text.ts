/** JSON that was written before: a string, or its bytes in UTF-8. */
export type JsonText = string | Buffer
