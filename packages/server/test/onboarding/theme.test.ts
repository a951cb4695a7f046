import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { hexOf, parseColour, rgbOf } from '../../src/onboarding/theme/colours.ts'
import { contrast, readableContrast } from '../../src/onboarding/theme/contrast.ts'
import { paletteOf, textPairs, themeOf } from '../../src/onboarding/theme/theme.ts'

const part = fc.integer({ min: 0, max: 255 })
const colour = fc.record({ r: part, g: part, b: part }).map(hexOf)
const found = fc.record({
  declared: fc.array(colour, { maxLength: 3 }),
  variables: fc.array(fc.record({ name: fc.constantFrom('--primary', '--accent', '--x', '--bs-blue'), colour }), {
    maxLength: 5,
  }),
  frequent: fc.array(fc.record({ colour, count: fc.nat(100) }), { maxLength: 10 }),
  logo: fc.array(fc.record({ colour, share: fc.double({ min: 0, max: 1, noNaN: true }) }), { maxLength: 5 }),
  background: fc.option(colour, { nil: undefined }),
  text: fc.option(colour, { nil: undefined }),
})

test('for any colors of a site, every text of the theme has AA contrast', () => {
  fc.assert(
    fc.property(found, (colours) => {
      const palette = paletteOf(colours)
      for (const { text, ground } of textPairs(palette))
        assert(contrast(rgbOf(text), rgbOf(ground)) >= readableContrast, `${text} on ${ground}`)
      const theme = themeOf(palette, {})
      const onGround = [
        theme.bodyTextStyle,
        theme.titleTextStyle,
        theme.subtitleTextStyle,
        { color: theme.accentColor },
      ]
      for (const { color } of onGround)
        for (const ground of [theme.backgroundColor, theme.surfaceBackgroundColor])
          assert(contrast(rgbOf(color), rgbOf(ground)) >= readableContrast)
      assert(contrast(rgbOf(theme.buttonTextStyle.color), rgbOf(theme.primaryBackgroundColor)) >= readableContrast)
    }),
    { numRuns: 1_000 },
  )
})

test('the brand color of a site is the one it declares and uses, not a gray', () => {
  const palette = paletteOf({
    declared: ['#7a1fa2'],
    variables: [{ name: '--gray', colour: '#777777' }],
    frequent: [
      { colour: '#777777', count: 90 },
      { colour: '#7a1fa2', count: 12 },
    ],
    logo: [],
    background: '#ffffff',
  })
  assert.equal(palette.primary, '#7a1fa2')
  assert.equal(palette.background, '#ffffff')
})

test('CSS colors are parsed, and transparent ones ignored', () => {
  const cases: [string, string | undefined][] = [
    ['#fff', '#ffffff'],
    ['#FF5A36', '#ff5a36'],
    ['#12345680', '#123456'],
    ['#12345610', undefined],
    ['rgb(255, 0, 10)', '#ff000a'],
    ['rgb(100% 0% 0% / 80%)', '#ff0000'],
    ['rgba(0,0,0,.1)', undefined],
    ['hsl(120, 100%, 25%)', '#008000'],
    ['hsl(0.5turn 100% 50%)', '#00ffff'],
    ['oklch(62.8% 0.2577 29.23)', '#ff0000'],
    ['Tomato', '#ff6347'],
    ['transparent', undefined],
    ['var(--x)', undefined],
    ['rgb(a,b,c)', undefined],
    ['', undefined],
  ]
  for (const [text, expected] of cases) {
    const parsed = parseColour(text)
    assert.equal(parsed && hexOf(parsed), expected, text)
  }
})
