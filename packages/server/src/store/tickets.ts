/**
 * Tickets of broadcasts, which queues look for work in. A transaction that adds work to a queue raises the ticket of its broadcast before
 * it commits, in the other plane: a crash between the two causes a look at a broadcast without work, and no work is missed.
 */
export interface Tickets {
  /** Resolves once the broadcast has a ticket. */
  raise(broadcastId: string): Promise<void>
  /** Notifies the rounds of this process: the work was committed, or soon will be. */
  told(broadcastId: string): void
  /** Called with the broadcasts in which this process has added work. */
  onTold(listener: (broadcastId: string) => void): void
}

/** For work on the database that leaves none, such as migrations. */
export const noTickets: Tickets = { raise: async () => {}, told: () => {}, onTold: () => {} }
