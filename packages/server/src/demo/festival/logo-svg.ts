import { palette } from './palette.ts'

const { coral, foam, night, sea, sun } = palette

/** A sun between two tides, in a round frame. */
export const logoSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" width="256" height="256" role="img"><title>Grande Étale</title>' +
  '<defs><clipPath id="round"><circle cx="128" cy="128" r="120"/></clipPath></defs>' +
  `<circle cx="128" cy="128" r="128" fill="${foam}"/><g clip-path="url(#round)"><rect width="256" height="256" fill="${night}"/>` +
  `<circle cx="128" cy="122" r="58" fill="${sun}"/><path d="M70 122 A58 58 0 0 1 186 122 Z" fill="${coral}"/>` +
  `<path d="M0 140 Q32 122 64 140 T128 140 T192 140 T256 140 V256 H0 Z" fill="${sea}"/>` +
  `<path d="M0 172 Q32 154 64 172 T128 172 T192 172 T256 172" fill="none" stroke="${foam}" stroke-width="9"/>` +
  `<path d="M0 204 Q32 186 64 204 T128 204 T192 204 T256 204" fill="none" stroke="${foam}" stroke-width="9" opacity="0.6"/></g></svg>`
