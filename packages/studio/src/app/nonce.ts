/** What the policy of the page asks of style elements that are made while it runs. The service puts it into the page. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''

// The scroll lock of dialogs makes a style element, too, and looks for the nonce under this name.
Object.assign(globalThis, { __webpack_nonce__: nonce })
