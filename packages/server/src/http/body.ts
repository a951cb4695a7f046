import { Invalid } from '@marquee/model'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../base/errors.ts'
import { parseJson } from '../base/json.ts'
import type { BodySpec, UploadSpec } from './route.ts'

export const defaultMaxBytes = 1_048_576

/** Refuses a body by its headers alone, before reading any of it. */
export function checkBodyHeaders(request: FastifyRequest, spec: BodySpec): void {
  const { 'content-type': type, 'content-length': length, 'content-encoding': encoding } = request.headers
  const isEmpty =
    type === undefined && (length === undefined || length === '0') && request.headers['transfer-encoding'] === undefined
  if (isEmpty && spec.optional) return
  if (type === undefined || !jsonType.test(type) || (encoding !== undefined && encoding !== 'identity')) {
    throw new AppError('unsupported_media_type', 'The body must be sent as application/json.')
  }
  if (Number(length ?? 0) > (spec.maxBytes ?? defaultMaxBytes)) throw bodyTooLarge(spec)
}

/** Refuses a body of files by its headers alone. */
export function checkUploadHeaders(request: FastifyRequest, { maxBytes }: UploadSpec): void {
  const { 'content-type': type = '', 'content-length': length, 'content-encoding': encoding } = request.headers
  if (!formType.test(type) || (encoding !== undefined && encoding !== 'identity'))
    throw new AppError('unsupported_media_type', 'The files must be sent as multipart/form-data.')
  if (Number(length ?? 0) > maxBytes) throw bodyTooLarge({ maxBytes })
}

/** The JSON of a completely received body. */
export function parseBody(bytes: Buffer, spec: BodySpec): unknown {
  if (bytes.length === 0 && spec.optional) return {}
  if (bytes.length > (spec.maxBytes ?? defaultMaxBytes)) throw bodyTooLarge(spec)
  const parsed = parseJson(bytes, spec.maxValues)
  if ('value' in parsed) return parsed.value
  if (parsed.fault.code === 'invalid_json') throw new AppError('invalid_json', `The body ${parsed.fault.message}.`)
  throw new Invalid([parsed.fault])
}

/** As RFC 9110 has it: names in any case, a value quoted or not. */
const jsonType = /^application\/json(?:[ \t]*;[ \t]*charset=(?:utf-8|"utf-8"))?$/i

const formType = /^multipart\/form-data[ \t]*;[ \t]*boundary=/i

export const isForm = ({ headers }: FastifyRequest) => /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')

const bodyTooLarge = (spec: { maxBytes?: number }) =>
  new AppError('body_too_large', `The body can have at most ${spec.maxBytes ?? defaultMaxBytes} bytes.`)
