import { metaContent } from '../data/page-meta.ts'

/** The nonce that the Content Security Policy requires of style elements created at run time. The service writes it into the page. */
export const nonce = metaContent('csp-nonce')

// The scroll lock of dialogs creates a style element and reads the nonce from this name.
Object.assign(globalThis, { __webpack_nonce__: nonce })
