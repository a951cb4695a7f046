/** A broadcast and the account that owns it. */
export interface Tenant {
  broadcastId: string
  userId: string
}
