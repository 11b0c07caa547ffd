/**
 * Proves the books and the audit trail from their rows, at the start and every hour, and follows
 * the trail every minute: what is cut off it after that is found. A difference is for a person to
 * look at, so it is said as loudly as a log can, and the round fails, which the administrators'
 * dashboard shows.
 */
import { followTrail, proveTrail } from "#audit";
import { countHouseDays, verifyLedger } from "#ledger";
import { startWorker, type Worker } from "#platform";
import type { UsersParts } from "#users";

export interface BookKeeper extends Worker {
  /**
   * Whether the last proof held; one that could not be made did not. Null: none was made here yet.
   */
  readonly proofs: () => { readonly books: boolean | null; readonly trail: boolean | null };
}

const EVERY_MS = 3_600_000;
const FOLLOW_MS = 60_000;

export function startBookKeeper(parts: UsersParts, dataDir: string): BookKeeper {
  const { database, log } = parts;
  let books: boolean | null = null;
  let trail: boolean | null = null;
  const worker = startWorker(parts, {
    name: "book-keeper",
    everyMs: EVERY_MS,
    async run() {
      try {
        await countHouseDays(database);
        const problems = await verifyLedger(database);
        if (problems.length > 0) log.fatal({ problems }, "the books are not whole");
        books = problems.length === 0;
      } catch (error) {
        books = false;
        throw error;
      }
      try {
        trail = await proveTrail({ ...parts, dataDir });
      } catch (error) {
        trail = false;
        throw error;
      }
      if (!books) throw new Error("the books are not whole");
      if (!trail) throw new Error("the audit trail is not whole");
    },
  });
  const follower = startWorker(parts, {
    name: "trail-keeper",
    everyMs: FOLLOW_MS,
    async run() {
      if (await followTrail({ ...parts, dataDir })) return;
      trail = false;
      throw new Error("the audit trail is not whole");
    },
  });
  return {
    stop: async () => void (await Promise.all([worker.stop(), follower.stop()])),
    proofs: () => ({ books, trail }),
  };
}
