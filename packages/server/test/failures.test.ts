import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { storageFull } from '../src/base/errors.ts'
import { toAppError } from '../src/http/problem.ts'
import { isShort } from '../src/store/embedded/space.ts'
import { restartDelayMs } from '../src/store/embedded-supervisor.ts'
import { commitFailure, databaseFailure, OutcomeUnknown } from '../src/store/failures.ts'

const withState = (code: string, severity = 'FATAL') =>
  Object.assign(new pg.DatabaseError('refused', 0, 'error'), { code, severity })
const relayed = (code: string, message: string) =>
  Object.assign(new pg.DatabaseError(message, 0, 'error'), { code, severity: 'ERROR' })
const withCode = (code: string, syscall: string) => Object.assign(new Error(code), { code, syscall })

test('every kind of database outage is distinguished from an invalid statement', () => {
  const expected: [Error, ReturnType<typeof databaseFailure>][] = [
    ...['57P01', '57P02', '57P03', '08000', '08006', '53300', '53200', '58030', '25006'].map(
      (code) => [withState(code), 'unreachable'] as [Error, 'unreachable'],
    ),
    [relayed('XX000', 'server closed the connection unexpectedly\n\tThis probably means'), 'unreachable'],
    [relayed('XX000', 'failure on connection marked as essential: 127.0.0.1:6502'), 'unreachable'],
    [relayed('XX000', "failed to prepare transaction 'citus_1' on host 127.0.0.1:6502"), 'unreachable'],
    [relayed('XX000', 'cache lookup failed for relation 1'), undefined],
    [withState('53100'), 'full'],
    [withState('57014'), 'timeout'],
    [withState('23505'), undefined],
    [withState('42601'), undefined],
    [withCode('ECONNRESET', 'read'), 'unreachable'],
    [withCode('ECONNREFUSED', 'connect'), 'unreachable'],
    [withCode('EPIPE', 'write'), 'unreachable'],
    [withCode('ENOENT', 'connect'), 'unreachable'],
    [withCode('ENOENT', 'open'), undefined],
    [withCode('ENOSPC', 'write'), 'full'],
    [withCode('EDQUOT', 'write'), 'full'],
    [new Error('Connection terminated unexpectedly'), 'unreachable'],
    [new Error('Connection terminated due to connection timeout'), 'unreachable'],
    [new Error('Client has encountered a connection error and is not queryable'), 'unreachable'],
    [new Error('Client was closed and is not queryable'), 'unreachable'],
    [new Error('timeout exceeded when trying to connect'), 'unreachable'],
    [new Error('Query read timeout'), 'timeout'],
    [storageFull(), 'full'],
    [new OutcomeUnknown(new Error('gone')), 'outcome_unknown'],
    [new Error('anything else'), undefined],
  ]
  for (const [error, failure] of expected) {
    const about = 'code' in error ? String(error.code) : error.message
    assert.equal(databaseFailure(error), failure, about)
    const { status, details } = toAppError(error)
    assert.equal(status, failure ? 503 : 500, about)
    if (failure) assert.match(details.headers?.['retry-after'] ?? '', /^\d+$/, about)
  }
})

test('a refused commit is rolled back; a commit without a reply is in doubt', () => {
  const refused = withState('53100', 'ERROR')
  assert.equal(commitFailure(refused), refused)
  const conflict = withState('40001', 'ERROR')
  assert.equal(commitFailure(conflict), conflict)
  for (const error of [withState('57P01'), new Error('Query read timeout'), withCode('ECONNRESET', 'read')])
    assert(commitFailure(error) instanceof OutcomeUnknown)
  // The node of a cluster that was asked has lost the one that has the rows.
  for (const error of [
    relayed('08006', 'connection to the remote node failed'),
    relayed('XX000', 'server closed the connection unexpectedly'),
  ])
    assert(commitFailure(error) instanceof OutcomeUnknown)
})

test('a database that does not start is retried with backoff, at most 30 s', () => {
  assert.deepEqual([0, 1, 2, 3, 7, 8, 100].map(restartDelayMs), [0, 500, 1_000, 2_000, 30_000, 30_000, 30_000])
})

test('disk space is low below 48 MiB, and sufficient again from 64 MiB', () => {
  const mebibyte = 1_048_576
  assert.deepEqual(
    [47, 48, 63].map((size) => isShort(size * mebibyte, false)),
    [true, false, false],
  )
  assert.deepEqual(
    [48, 63, 64].map((size) => isShort(size * mebibyte, true)),
    [true, true, false],
  )
})
