export type Role = 'viewer' | 'editor' | 'owner'
export type Scope = 'read' | 'write' | 'people'
export type Right = keyof typeof rights

export const roles: Role[] = ['viewer', 'editor', 'owner']
export const scopes: Scope[] = ['read', 'write', 'people']

interface Grant {
  /** The roles that have the right. */
  roles: Role[]
  /** The scopes that an API key needs, all of them; null: API keys never have the right. */
  scopes: Scope[] | null
}

/** The rights in a broadcast. Routes name a right; this table is the only place that grants it. */
export const rights = {
  'content.read': { roles: ['viewer', 'editor', 'owner'], scopes: ['read'] },
  'content.write': { roles: ['editor', 'owner'], scopes: ['write'] },
  // Original files can contain private metadata such as GPS positions. Read-only keys are shipped in apps.
  'originals.read': { roles: ['editor', 'owner'], scopes: ['read', 'write'] },
  'people.read': { roles: ['viewer', 'editor', 'owner'], scopes: ['read', 'people'] },
  'people.write': { roles: ['editor', 'owner'], scopes: ['write', 'people'] },
  'people.manage': { roles: ['owner'], scopes: null },
  'credentials.write': { roles: ['owner'], scopes: ['write'] },
  'webhooks.read': { roles: ['owner'], scopes: ['read'] },
  'webhooks.write': { roles: ['owner'], scopes: ['write'] },
  'members.manage': { roles: ['owner'], scopes: null },
  'keys.manage': { roles: ['owner'], scopes: null },
  // What is purged cannot be restored.
  'trash.purge': { roles: ['owner'], scopes: ['write'] },
  'audit.read': { roles: ['owner'], scopes: null },
  // An archive contains all drafts and original files, and on request the people.
  'archive.read': { roles: ['owner'], scopes: null },
  // A copy contains everything that an archive does.
  'broadcast.duplicate': { roles: ['owner'], scopes: null },
  'broadcast.delete': { roles: ['owner'], scopes: null },
  // Presence and saved views belong to people. Everybody with a key of the broadcast would see who works on it.
  'studio.use': { roles: ['viewer', 'editor', 'owner'], scopes: null },
} as const satisfies Record<string, Grant>

/** The role of a person, or the scopes of an API key. */
export type Permissions = { role: Role } | { scopes: Scope[] }

/** A cache key: equal for all callers with the same view of a broadcast. */
export const cacheScopeOf = (broadcastId: string, permissions: Permissions) =>
  `${broadcastId} ${'role' in permissions ? permissions.role : permissions.scopes.join('+')}`

export function isAllowed(permissions: Permissions, right: Right): boolean {
  const grant: Grant = rights[right]
  if ('role' in permissions) return grant.roles.includes(permissions.role)
  return grant.scopes?.every((scope) => permissions.scopes.includes(scope)) ?? false
}

export function isForPeopleOnly(right: Right): boolean {
  return rights[right].scopes === null
}
