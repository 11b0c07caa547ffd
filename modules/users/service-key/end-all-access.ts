/**
 * After a theft of the signing key, and after a restore: what opened an account when the copy was
 * made may have been ended or used since. Nothing of it opens one any more; whoever waited for a
 * mailed link asks for another.
 */
import type { DatabaseTransaction } from "#platform";
import { deleteAllKeys } from "../keys/keys-table.ts";
import { dropAllOneTimeTokens } from "../mailed-links/one-time-tokens-table.ts";
import { deleteAllSessions } from "../sessions/sessions-table.ts";
import { lockKeys, retireAll } from "../tokens/signing-keys-table.ts";

/**
 * Every token with the keys that sign them, mailed link, session and key for programs. The ids of
 * the sessions, for who is running and has to be told.
 */
export async function endAllAccess(tx: DatabaseTransaction, now: Date): Promise<string[]> {
  await lockKeys(tx);
  await retireAll(tx, now);
  await dropAllOneTimeTokens(tx);
  const sessionIds = await deleteAllSessions(tx);
  await deleteAllKeys(tx);
  return sessionIds;
}
