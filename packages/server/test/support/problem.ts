import assert from 'node:assert/strict'
import type { RawReply } from './raw-http.ts'
import type { Reply } from './service.ts'

export interface Expected {
  status: number
  /** The code of the problem. */
  code?: string
  /** A pointer that must be among the errors. */
  pointer?: string
  /** The code of the error with that pointer. */
  error?: string
}

/** Asserts that a response is a complete problem document with this status and pointer. */
export function assertProblem(reply: Reply | RawReply, expected: Expected, about = ''): void {
  const context = `${about} answered ${reply.status} ${reply.text.slice(0, 500)}`
  assert.equal(reply.status, expected.status, context)
  assert.match(reply.headers.get('content-type') ?? '', /^application\/problem\+json(; charset=utf-8)?$/, context)
  const { type, title, status, detail, instance, code, request_id: requestId, errors } = reply.body
  assert.equal(status, reply.status, context)
  for (const text of [type, title, detail, code]) assert(typeof text === 'string' && text !== '', context)
  assert.match(code, /^[a-z]+(_[a-z]+)*$/, context)
  assert.equal(instance, `urn:request:${requestId}`, context)
  assert(Array.isArray(errors), context)
  for (const error of errors) {
    const { params = {}, ...always } = error
    assert.deepEqual(Object.keys(always), ['pointer', 'code', 'message'], context)
    for (const name of Object.keys(params)) assert(['limit', 'allowed', 'format', 'pattern'].includes(name), context)
    assert.match(error.code, /^[a-z]+(_[a-z]+)*$/, context)
  }
  if (expected.code !== undefined) assert.equal(code, expected.code, context)
  if (expected.pointer === undefined) return
  const fieldError = errors.find(({ pointer }: { pointer: string }) => pointer === expected.pointer)
  assert(fieldError, `${context} does not name ${expected.pointer}`)
  if (expected.error !== undefined) assert.equal(fieldError.code, expected.error, context)
}
