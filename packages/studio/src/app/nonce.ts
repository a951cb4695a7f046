/** The nonce that the Content Security Policy requires of style elements created at run time. The service writes it into the page. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''

// The scroll lock of dialogs creates a style element and reads the nonce from this name.
Object.assign(globalThis, { __webpack_nonce__: nonce })
