/** The broadcast that work is done for, and the account that owns it. */
export interface Tenant {
  broadcastId: string
  userId: string
}
