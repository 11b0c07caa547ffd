/**
 * Repeats a ledger transaction if a concurrent transaction spent the balance between the read and
 * the posting of the legs.
 */
import { LedgerRefusal } from "#ledger";
import type { Database, DatabaseTransaction } from "#platform";

const ATTEMPTS_MAX = 20;

export function retryUntilBooked<Result>(
  { database }: { readonly database: Database },
  work: (tx: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
  return retryRaces(() => database.transaction(work));
}

/**
 * Repeats `attempt` until no concurrent transaction interferes. `attempt` must begin and end its
 * own transaction.
 */
export async function retryRaces<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      const isRace = error instanceof LedgerRefusal && error.has("insufficient");
      if (!isRace || attempts === ATTEMPTS_MAX) throw error;
    }
  }
}
