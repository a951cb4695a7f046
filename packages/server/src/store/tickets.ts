/**
 * Tells where work is. A queue looks for work only in broadcasts that have a ticket, so whoever leaves work raises the ticket of the
 * broadcast first, in the other plane: a crash between the two leaves a look for nothing, and never work that no node looks for.
 */
export interface Tickets {
  /** Resolves once the broadcast has a ticket. */
  raise(broadcastId: string): Promise<void>
  /** The work was committed, or soon will be. */
  told(broadcastId: string): void
  /** Called with broadcasts in which this process has left work. */
  onTold(listener: (broadcastId: string) => void): void
}

/** For work on the database that leaves none, such as migrations. */
export const noTickets: Tickets = { raise: async () => {}, told: () => {}, onTold: () => {} }
