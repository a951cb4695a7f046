import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answersIn, faultsOf, fieldsOf, nameOf } from '../src/forms/answers.ts'

const fields = fieldsOf([
  { key: 'name', label: 'Your name', type: 'text', required: true },
  { key: 'email', type: 'email', required: true },
  { key: 'age', type: 'number' },
  { key: 'teams', type: 'choices', options: ['Bars', 'Stages'] },
  { key: 'consent', type: 'consent', required: true },
  { key: 'website', type: 'url' },
])

test('answers are those that were given, several for several choices', () => {
  const form = new FormData()
  form.append(nameOf(0), ' Ada ')
  form.append(nameOf(1), '')
  form.append(nameOf(2), '12,5')
  form.append(nameOf(3), 'Bars')
  form.append(nameOf(3), 'Stages')
  form.append('website', 'https://spam.example')
  assert.deepEqual(answersIn(fields, form), [
    { key: 'name', value: 'Ada' },
    { key: 'age', value: '12.5' },
    { key: 'teams', value: 'Bars' },
    { key: 'teams', value: 'Stages' },
  ])
})

test('errors of the service are found at their fields', () => {
  const answers = [
    { key: 'email', value: 'nobody' },
    { key: 'teams', value: 'Other' },
    { key: 'age', value: 'x' },
  ]
  const errors = [
    { pointer: '/fields/0/value', code: 'format' },
    { pointer: '/fields/1/value', code: 'enum' },
    { pointer: '/fields/2/value', code: 'format' },
    { pointer: '/fields', code: 'required' },
    { pointer: '/formId', code: 'reference' },
    'nonsense',
  ]
  assert.deepEqual(Object.fromEntries(faultsOf(fields, answers, errors)), {
    email: 'email',
    teams: 'option',
    age: 'number',
    name: 'missing',
    consent: 'consent',
  })
  assert.equal(faultsOf(fields, answers, undefined).size, 0)
})
