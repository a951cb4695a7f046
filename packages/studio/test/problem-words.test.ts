import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldErrorCodes } from '@marquee/model'
import { statusOf } from '../../server/src/base/errors.ts'
import { problems, translated, translatedResponse } from '../src/data/problem-words.ts'
import { fieldErrorIn, fieldErrors } from '../src/texts/field-errors.ts'

test('every validation error of the service has a sentence in French and Spanish', () => {
  assert.deepEqual(Object.keys(fieldErrors).sort(), [...fieldErrorCodes].sort())
  for (const code of fieldErrorCodes)
    for (const language of ['fr', 'es'])
      for (const params of [{}, { limit: 2, allowed: ['a', 'b'], format: 'email', pattern: '^#' }]) {
        const sentence = fieldErrorIn(language, { code, params })
        assert.match(sentence ?? '', /^[A-ZÀ-Ý].*\.$/u, `${language}, ${code}`)
      }
})

test('every problem of the service has a sentence in French and Spanish', () => {
  assert.deepEqual(Object.keys(problems).sort(), Object.keys(statusOf).sort())
  for (const { fr, es } of Object.values(problems)) assert(/\.$/.test(fr) && /\.$/.test(es) && fr !== es)
})

test('a limit, a form and the values to choose from are part of the sentence', () => {
  const of = (code: string, params: object) => fieldErrorIn('fr', { code, params })
  assert.equal(of('max_length', { limit: 80 }), 'Ce texte est trop long : 80 caractères au plus.')
  assert.match(of('format', { format: 'email' }) ?? '', /adresse e-mail/)
  assert.match(of('pattern', { pattern: '^#(?:x)' }) ?? '', /couleur/)
  assert.equal(of('enum', { allowed: ['ios', 'web'] }), 'Choisissez une des valeurs proposées (ios, web).')
  assert.equal(fieldErrorIn('en', { code: 'required' }), undefined, 'English is the language of the service')
})

test('a failure is translated where it arrives, and its codes stay', async () => {
  const document = {
    code: 'precondition_failed',
    detail: 'The record was changed.',
    errors: [
      { pointer: '/title', code: 'required', message: 'is required' },
      { pointer: '/x', code: 'code_of_a_newer_service', message: 'is odd' },
    ],
  }
  const problem = translated('es', document)
  assert.equal(problem.detail, 'Otra persona ha cambiado esto mientras tanto.')
  assert.deepEqual(
    problem.errors.map(({ message }) => message),
    ['Este campo es obligatorio.', 'is odd'],
  )
  const headers = { 'content-type': 'application/problem+json', 'retry-after': '5' }
  const answer = await translatedResponse('fr', new Response(JSON.stringify(document), { status: 412, headers }))
  assert.deepEqual([answer.status, answer.headers.get('retry-after')], [412, '5'])
  assert.equal(Object(await answer.json()).detail, 'Quelqu’un d’autre a modifié ceci entre-temps.')
})
