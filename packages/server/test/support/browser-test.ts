import { after as afterAll, before as beforeAll, test as runTest, type TestContext } from 'node:test'
import { noChromium, skipsBrowserTests } from './chromium.ts'

type Test = (name: string, body: (t: TestContext) => void | Promise<void>) => void
type Hook = (hook: () => void | Promise<void>) => void

const isSkipped = skipsBrowserTests()
const ignored = () => {}

/** A test that drives a browser. On a machine without one it is reported as skipped. */
export const test: Test = isSkipped ? (name) => void runTest(name, { skip: noChromium }) : runTest

/** The hooks of a suite whose tests all drive a browser. They do not run where the tests are skipped. */
export const before: Hook = isSkipped ? ignored : beforeAll
export const after: Hook = isSkipped ? ignored : afterAll
