/** A value that the service writes into the page, which saves a request. */
export const metaContent = (name: 'csp-nonce' | 'terms') =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
