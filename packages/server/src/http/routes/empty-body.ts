/** The body of a call that needs no body. */
export const emptyBody = { title: 'Nothing', type: 'object', additionalProperties: false, properties: {} }
