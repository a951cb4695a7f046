export type Role = 'viewer' | 'editor' | 'owner'
export type Scope = 'read' | 'write' | 'people'
export type Right = keyof typeof rights

export const roles: Role[] = ['viewer', 'editor', 'owner']
export const scopes: Scope[] = ['read', 'write', 'people']

interface Grant {
  /** The people who have it. */
  roles: Role[]
  /** The scopes a key needs for it, all of them; null: no key ever has it. */
  scopes: Scope[] | null
}

/** Who may do what in a broadcast. Routes name a right; this table is the only place that says who has it. */
export const rights = {
  'content.read': { roles: ['viewer', 'editor', 'owner'], scopes: ['read'] },
  'content.write': { roles: ['editor', 'owner'], scopes: ['write'] },
  // Files as they were uploaded tell where people live. Keys that only read are put into apps.
  'originals.read': { roles: ['editor', 'owner'], scopes: ['read', 'write'] },
  'people.read': { roles: ['viewer', 'editor', 'owner'], scopes: ['read', 'people'] },
  'people.write': { roles: ['editor', 'owner'], scopes: ['write', 'people'] },
  'people.manage': { roles: ['owner'], scopes: null },
  'credentials.write': { roles: ['owner'], scopes: ['write'] },
  'webhooks.read': { roles: ['owner'], scopes: ['read'] },
  'webhooks.write': { roles: ['owner'], scopes: ['write'] },
  'members.manage': { roles: ['owner'], scopes: null },
  'keys.manage': { roles: ['owner'], scopes: null },
  'audit.read': { roles: ['owner'], scopes: null },
  'broadcast.delete': { roles: ['owner'], scopes: null },
} as const satisfies Record<string, Grant>

/** Who is asking, as far as rights go. */
export type Permissions = { role: Role } | { scopes: Scope[] }

/** The same for all who see the same of a broadcast. */
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
