/**
 * After a restore: what opened an account when the copy was made may have been ended since, and no
 * longer opens it. The next start makes another key for access tokens.
 */
import type { DatabaseTransaction } from "#platform";
import { deleteAllKeys } from "../keys/keys-table.ts";
import { deleteAllSessions } from "../sessions/sessions-table.ts";
import { lockKeys, retireAll } from "../tokens/signing-keys-table.ts";

/** Every session, key for programs and token; nothing is running that would have to be told. */
export async function endAllAccess(tx: DatabaseTransaction, now: Date): Promise<void> {
  await lockKeys(tx);
  await retireAll(tx, now);
  await deleteAllSessions(tx);
  await deleteAllKeys(tx);
}
