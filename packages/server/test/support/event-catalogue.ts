import assert from 'node:assert/strict'
import { isTimeZone } from '@marquee/model'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Api } from './service.ts'

/** An event type as listed by the service. */
export interface ListedType {
  type: string
  description: string
  schema: { properties: { type: { const: string } } }
  sample: { type: string; data: object }
}

export interface Catalogue {
  types: ListedType[]
  /** Asserts that a body matches the schema of its type. */
  assertValid(body: unknown): void
  /** Whether a body matches the schema of a type. */
  isValid(type: string, body: object): boolean
}

/** Reads the catalog. Types that differ only in their name share one validator, because compiling is slow. */
export async function readCatalogue(api: Api): Promise<Catalogue> {
  const { status, body } = await api('GET', '/v1/webhooks/event-types')
  assert.equal(status, 200)
  const types: ListedType[] = body.data
  const ajv = new Ajv2020({ strict: false, code: { optimize: false }, formats })
  const compiled = new Map<string, ValidateFunction>()
  const validatorOf = ({ schema }: ListedType) => {
    const nameless = { ...schema, properties: { ...schema.properties, type: true } }
    const key = JSON.stringify(nameless)
    const validate = compiled.get(key) ?? ajv.compile(nameless)
    compiled.set(key, validate)
    return validate
  }
  const typeNamed = (name: unknown) =>
    types.find(({ type }) => type === name) ?? assert.fail(`${name} is not in the catalogue`)
  return {
    types,
    assertValid(event) {
      const named = typeNamed((event as { type?: unknown }).type)
      assert.equal(named.schema.properties.type.const, named.type)
      const validate = validatorOf(named)
      assert(validate(event), `${named.type}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(event)}`)
    },
    isValid: (type, event) => validatorOf(typeNamed(type))(event),
  }
}

const formats = {
  objectId: /^[0-9a-f]{24}$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  'time-zone': isTimeZone,
  uri: (text: string) => URL.canParse(text),
  'idn-hostname': /^[a-z0-9.-]+\.[a-z]+$/,
  email: /^[^\s@]+@[^\s@]+$/,
}
