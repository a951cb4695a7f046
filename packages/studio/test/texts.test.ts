import assert from 'node:assert/strict'
import { glob } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { allKinds } from '@marquee/model'
import { type FieldSchema, schemaOf } from '../src/fields/schema.ts'
import { declarationOf, kindDeclarations } from '../src/kinds/index.ts'
import { en } from '../src/texts/en.ts'
import { es } from '../src/texts/es.ts'
import { choiceNames, fieldNames, type Names } from '../src/texts/field-names.ts'
import { fr } from '../src/texts/fr.ts'

const root = fileURLToPath(new URL('../src/', import.meta.url))

test('every text exists in French, English and Spanish, and is not empty', async () => {
  const dictionaries: [string, Record<string, unknown>][] = [['texts', { en, fr, es }]]
  for await (const path of glob('{app,fields,preview,screens,ui}/**/texts.ts', { cwd: root })) {
    const { texts } = await import(root + path)
    dictionaries.push([path, texts])
  }
  assert(dictionaries.length >= 6, 'the texts are not where this test looks for them')
  for (const [path, languages] of dictionaries) {
    const measure = shapeOf(languages.en)
    for (const language of ['fr', 'es']) assert.deepEqual(shapeOf(languages[language]), measure, `${path}, ${language}`)
  }
})

test('every field and every choice of the model has a name in three languages', () => {
  const missing = new Set<string>()
  const choices = Object.assign({}, choiceNames, ...kindDeclarations.map((kind) => kind.choiceNames))
  for (const kind of allKinds) {
    for (const [name, field] of Object.entries(kind.fields)) {
      if (!declaredFieldNames(kind.name)[name] && !fieldNames[name]) missing.add(`${kind.name}.${name}`)
      const { enum: values } = schemaOf(field)
      // The stages of the onboarding and the steps of a run have screens of their own.
      if (kind.name === 'broadcast' && name === 'status') continue
      for (const choice of values ?? []) {
        if (choice !== null && !choices[`${name}.${choice}`] && !choices[choice]) missing.add(`${name}: ${choice}`)
      }
    }
  }
  assert.deepEqual([...missing], [])
  const own = allKinds.flatMap(({ name }) => Object.values(declaredFieldNames(name)))
  for (const names of [...Object.values(fieldNames), ...Object.values<Names>(choices), ...own]) {
    assert(names.every((name) => name.trim() !== ''))
  }
})

test('every kind is declared, with texts in three languages', () => {
  assert.deepEqual(kindDeclarations.map(({ kind }) => kind).sort(), allKinds.map(({ name }) => name).sort())
  for (const { kind, texts } of kindDeclarations) {
    const measure = shapeOf(texts.en)
    for (const language of ['fr', 'es'] as const)
      assert.deepEqual(shapeOf(texts[language]), measure, `${kind}, ${language}`)
  }
})

test('nested fields in the forms of the generic screens have names', () => {
  const shown: [string, string][] = [
    ['broadcastHost', 'links'],
    ['broadcastNetworkingForm', 'fields'],
    ['broadcastDiffuser', 'seo'],
    ['broadcastCampaign', 'navigator'],
    ['broadcastInterestPoint', 'position'],
    ['font', 'weights'],
    ['broadcast', 'platforms'],
  ]
  const missing = shown.flatMap(([kind, name]) => {
    const field = allKinds.find((one) => one.name === kind)?.fields[name]
    assert(field)
    return membersOf(schemaOf(field)).filter((member) => !fieldNames[member])
  })
  assert.deepEqual(missing, [])
})

const declaredFieldNames = (kind: string) => declarationOf(kind)?.fieldNames ?? {}

function membersOf({ properties = {}, items }: FieldSchema): string[] {
  const own = Object.entries(properties).flatMap(([name, member]) => [
    name,
    ...(member.refersTo ? [] : membersOf(member)),
  ])
  return [...own, ...(items ? membersOf(items) : [])].filter((name) => !['skip', 'limit', 'sort'].includes(name))
}

/** The keys, and the number of parameters of each text. */
function shapeOf(texts: unknown): unknown {
  if (typeof texts === 'function') return texts.length
  if (typeof texts === 'string') {
    assert.notEqual(texts.trim(), '')
    return 'text'
  }
  return Object.fromEntries(
    Object.entries(Object(texts))
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, value]) => [key, shapeOf(value)]),
  )
}
