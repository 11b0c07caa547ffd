/**
 * Repeats a transaction whose ledger legs lost a race for a balance that was read a moment earlier.
 */
import { LedgerRefusal } from "#ledger";
import type { DatabaseTransaction } from "#platform";
import type { WatcherParts } from "./parts.ts";

const ATTEMPTS_MAX = 20;

export async function untilBooked<Result>(
  { database }: Pick<WatcherParts, "database">,
  work: (tx: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction(work);
    } catch (error) {
      const isRace = error instanceof LedgerRefusal && error.has("insufficient");
      if (!isRace || attempt === ATTEMPTS_MAX) throw error;
    }
  }
}
