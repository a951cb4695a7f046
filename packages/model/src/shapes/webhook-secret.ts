import Type from '../type.ts'

/** A secret that signs calls: `whsec_` and base64 as in Standard Webhooks, or any other text. */
export const WebhookSecret = Type.String({
  minLength: 16,
  maxLength: 200,
  pattern:
    '^(?:whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)|(?!whsec_)[\\x21-\\x7e]+)$',
  description: 'whsec_ followed by base64, or any other text without spaces',
  examples: ['whsec_bWFycXVlZSBzaWducyBpdHMgd2ViaG9va3M='],
})
