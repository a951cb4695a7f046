/** A response that is opened as a page loads and executes nothing, and no page can frame it. Pages and files have policies of their own. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'"

/**
 * Headers of every response. More would cost cached responses time and say nothing about JSON: cross-origin and referrer policies
 * are set where there are pages, pictures or scripts.
 */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': closedPolicy,
}
