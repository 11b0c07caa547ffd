/**
 * Ends what has opened an account so far: its sessions, but for one where that is wanted, and all
 * its keys for programs, which whoever is to be shut out may have made.
 */
import type { DatabaseTransaction } from "#platform";
import { deleteKeys } from "../keys/keys-table.ts";
import { deleteSessions } from "./sessions-table.ts";

/** Returns the ended sessions, for `bus.publish("session-ended", ...)` after the commit. */
export async function endAccess(
  tx: DatabaseTransaction,
  which: {
    readonly userId: string;
    readonly allBut?: string;
    readonly allButProvedBy?: readonly string[];
  },
): Promise<string[]> {
  const ended = await deleteSessions(tx, which);
  // After the sessions: one that was making a key has done so or never will.
  await deleteKeys(tx, which.userId);
  return ended;
}
