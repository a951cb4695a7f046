import assert from 'node:assert/strict'
import { createDecipheriv, createECDH, createHmac, createPublicKey, type ECDH, randomBytes, verify } from 'node:crypto'

/** A browser's side of a push subscription. */
export interface Subscriber {
  ecdh: ECDH
  auth: Buffer
}

export function newSubscriber(): Subscriber {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  return { ecdh, auth: randomBytes(16) }
}

/** The result of `PushSubscription.toJSON()`. */
export const subscriptionOf = (endpoint: string, { ecdh, auth }: Subscriber = newSubscriber()) => ({
  endpoint,
  expirationTime: null,
  keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
})

/** Decrypts a message as a browser does: RFC 8291 on top of RFC 8188, using only cryptographic primitives. */
export function decrypt(body: Buffer, { ecdh, auth }: Subscriber): Buffer {
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const idLength = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + idLength)
  const sealed = body.subarray(21 + idLength)
  assert.equal(idLength, 65)
  assert(sealed.length <= recordSize, 'a push message is one record')
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey])
  const inputKey = expand(extract(auth, ecdh.computeSecret(senderKey)), keyInfo, 32)
  const pseudoRandomKey = extract(salt, inputKey)
  const key = expand(pseudoRandomKey, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = expand(pseudoRandomKey, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  const end = padded.findLastIndex((byte) => byte !== 0)
  assert.equal(padded[end], 2, 'the last record ends with a two and zeros')
  return padded.subarray(0, end)
}

/** Verifies the token of `Authorization: vapid t=..., k=...` (RFC 8292), and returns its claims and public key. */
export function readVapid(header: string | undefined): { aud: string; exp: number; sub: string; publicKey: string } {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  assert.deepEqual(JSON.parse(Buffer.from(head, 'base64url').toString()), { typ: 'JWT', alg: 'ES256' })
  const point = Buffer.from(publicKey, 'base64url')
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  assert(isSigned, 'the token is signed by another key')
  return { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), publicKey }
}

const extract = (salt: Buffer, input: Buffer) => createHmac('sha256', salt).update(input).digest()
const expand = (key: Buffer, info: Buffer, length: number) =>
  createHmac('sha256', key)
    .update(Buffer.concat([info, Buffer.from([1])]))
    .digest()
    .subarray(0, length)
