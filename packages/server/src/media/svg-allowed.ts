/** The allowlist for SVG: nothing in it executes, loads or links. Everything else is removed. */
const words = (text: string) => new Set(text.trim().split(/\s+/))

export const allowedElements = words(`
  svg g defs symbol use title desc switch view path rect circle ellipse line polyline polygon text tspan textPath
  linearGradient radialGradient stop pattern clipPath mask marker image style filter
  feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
  feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode
  feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence`)

/** Elements that are removed while their content is kept. */
export const unwrapped = words('a')

export const allowedAttributes = words(`
  xmlns xmlns:xlink xml:space xml:lang version id class lang role aria-label aria-hidden aria-labelledby style
  width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy d points rotate textLength lengthAdjust pathLength
  viewBox preserveAspectRatio transform transform-origin opacity color fill fill-opacity fill-rule stroke
  stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset
  vector-effect clip-path clip-rule clipPathUnits mask mask-type maskUnits maskContentUnits filter filterUnits
  primitiveUnits marker-start marker-mid marker-end markerWidth markerHeight markerUnits refX refY orient
  gradientUnits gradientTransform spreadMethod offset stop-color stop-opacity patternUnits patternContentUnits
  patternTransform font-family font-size font-style font-weight font-variant font-stretch letter-spacing word-spacing
  text-anchor text-decoration text-rendering dominant-baseline alignment-baseline baseline-shift writing-mode
  direction startOffset method spacing side display visibility overflow shape-rendering image-rendering
  color-interpolation color-interpolation-filters paint-order mix-blend-mode isolation systemLanguage
  in in2 result type values stdDeviation edgeMode mode operator k1 k2 k3 k4 order kernelMatrix divisor bias targetX
  targetY preserveAlpha surfaceScale diffuseConstant specularConstant specularExponent lighting-color flood-color
  flood-opacity scale xChannelSelector yChannelSelector radius azimuth elevation z pointsAtX pointsAtY pointsAtZ
  limitingConeAngle numOctaves baseFrequency seed stitchTiles tableValues slope intercept amplitude exponent`)

/** Images embedded in the SVG as data URLs. */
export const dataImage = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/=\s]*$/

/** Whether a value refers only to the SVG itself. */
export function isHarmlessValue(value: string): boolean {
  if (/javascript:|vbscript:|data:|expression\s*\(|@import|\\/i.test(value)) return false
  return outsideUrls(value).length === 0
}

/** Whether a style sheet loads nothing. Escapes could hide a name and are not needed, so they are refused. */
export const isHarmlessCss = (css: string) =>
  !/@(?!media|font-feature|supports|keyframes)|[\\<]|image-set\s*\(|\bsrc\s*\(|binding|behavior/i.test(css) &&
  isHarmlessValue(css)

const outsideUrls = (text: string) =>
  (text.match(/url\s*\(\s*[^)]*/gi) ?? []).filter((url) => !/^url\s*\(\s*["']?#[\w.:-]{1,200}["']?\s*$/i.test(url))
