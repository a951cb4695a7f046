/** The body of a call that needs none. */
export const emptyBody = { title: 'Nothing', type: 'object', additionalProperties: false, properties: {} }
