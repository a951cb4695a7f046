import Type from '../type.ts'
import { Maybe, Shape, Url } from './scalars.ts'

/** The result of `PushSubscription.toJSON()` in a browser. Sending back `{"set": true}` leaves the stored one unchanged. */
export const PushSubscription = Shape(
  {
    endpoint: Type.Optional(Url),
    expirationTime: Maybe(Type.Number()),
    keys: Type.Optional(
      Shape({
        p256dh: Type.String({
          format: 'push-key',
          maxLength: 100,
          description: 'A point of the curve P-256, uncompressed: 65 bytes in base64url.',
          examples: ['BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'],
        }),
        auth: Type.String({
          format: 'push-auth',
          maxLength: 100,
          description: '16 bytes in base64url.',
          examples: ['BTBZMqHH6r4Tts7J_aSIgg'],
        }),
      }),
    ),
    set: Type.Optional(Type.Boolean({ readOnly: true })),
  },
  { title: 'PushSubscription' },
)
