/**
 * The tables of the control plane. All others are of the content plane, and their keys start with the broadcast. Each database has the
 * tables of both; where the planes are apart, those of the other one stay empty.
 */
export const controlTables: ReadonlySet<string> = new Set([
  'users',
  'sessions',
  'accounts',
  'verifications',
  'api_keys',
  'rate_windows',
  'audit',
  'account_requests',
  'directory',
  'directory_members',
  'tickets',
  'demo',
  'addresses',
])
