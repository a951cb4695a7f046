import { eventTypes } from '@marquee/model'
import { catalogue, deliveryEnvelope } from '../routes/webhook-schemas.ts'

/** The requests that webhooks receive, one for each type of event. */
export function eventOperations(shown: (schema: object) => object): Record<string, object> {
  return Object.fromEntries(
    catalogue(eventTypes()).map(({ type, description, data, sample }) => [
      type,
      {
        post: {
          operationId: `on${type.split('.').map(capitalized).join('')}`,
          tags: ['webhook events'],
          summary: description,
          parameters: headers,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: shown(schemaOf(type, data)), example: sample } },
          },
          responses,
        },
      },
    ]),
  )
}

/** The envelope is the same for all, so it is written once. */
const schemaOf = (type: string, data: object) => ({
  allOf: [deliveryEnvelope, { type: 'object', properties: { type: { const: type }, data } }],
})

const capitalized = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

const header = (name: string, description: string, example: string, required = false) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string', examples: [example] },
})

const headers = [
  header('webhook-id', 'The id of the event; the same at each try.', 'evt_66a1f0c2d4e5b60718293a4c_17_created', true),
  header('webhook-timestamp', 'When it was sent, in seconds since 1970.', '1803891600', true),
  header(
    'webhook-signature',
    'With a secret: HMAC-SHA256 of `{id}.{timestamp}.{raw body}` in base64, as Standard Webhooks has it.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
  header(
    'X-Service-Signature',
    'With a secret: HMAC-SHA256 of `{t}.{raw body}` in hexadecimal. Either signature is sufficient.',
    't=1803891600,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
  ),
]

const responses = {
  '2XX': { description: 'Received. Anything else is tried again, at most ten times within about three days.' },
  '410': { description: 'Switches the webhook off.' },
}
