/**
 * Ends all access after a theft of the signing key. Also used after a restore, because the backup
 * may contain sessions that have ended and links that have been used since. Users who are waiting
 * for a mailed link must request a new one.
 */
import type { DatabaseTransaction } from "#platform";
import { deleteAllKeys } from "../keys/keys-table.ts";
import { dropAllOneTimeTokens } from "../mailed-links/one-time-tokens-table.ts";
import { deleteAllSessions } from "../sessions/sessions-table.ts";
import { lockKeys, retireAll } from "../tokens/signing-keys-table.ts";

/**
 * Ends all signing keys, tokens, mailed links, sessions and API keys. Returns the ids of the ended
 * sessions, for notifying running processes.
 */
export async function endAllAccess(tx: DatabaseTransaction, now: Date): Promise<string[]> {
  await lockKeys(tx);
  await retireAll(tx, now);
  await dropAllOneTimeTokens(tx);
  const sessionIds = await deleteAllSessions(tx);
  await deleteAllKeys(tx);
  return sessionIds;
}
