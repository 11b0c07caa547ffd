/**
 * Ends all access to an account: its sessions (optionally except one), and its API keys, which an
 * attacker may have created.
 */
import type { DatabaseTransaction } from "#platform";
import { deleteKeys } from "../keys/keys-table.ts";
import { deleteSessions } from "./sessions-table.ts";

/**
 * Ends the access. Returns the ids of the ended sessions, for `bus.publish("session-ended", ...)`
 * after the commit.
 */
export async function endAccess(
  tx: DatabaseTransaction,
  which: {
    readonly userId: string;
    readonly allBut?: string;
    readonly allButProvedBy?: readonly string[];
  },
): Promise<string[]> {
  const ended = await deleteSessions(tx, which);
  // Delete the keys after the sessions have ended. A session that was creating a key has then
  // either finished or been refused, so no key is missed.
  await deleteKeys(tx, which.userId);
  return ended;
}
