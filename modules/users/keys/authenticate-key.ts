/**
 * Finds the caller behind an API key. The database is read for each request, without a cache, so
 * that a revoked key or a disabled user is refused immediately in every process.
 */
import type { KeyCaller } from "#api/route";
import { utcMinute } from "#platform";
import type { UsersDeps } from "../deps/users-deps.ts";
import { userRefusals } from "../rules/refusals.ts";
import { isWithin } from "./key-networks.ts";
import { hashOf, isWellFormed } from "./key-secret.ts";
import { findKey, recordKeyUse } from "./keys-table.ts";

/**
 * Precision of a key's stored last use. Storing every use would cost more than the request itself.
 */
const LAST_USE_MS = 60_000;

/**
 * Returns the caller. Throws 401 `key_unknown` or `key_expired`, or 403 `account_disabled` or
 * `key_other_network`. Do not call it inside a transaction.
 */
export async function authenticateKey(
  { database, clock, hosted }: Pick<UsersDeps, "clock" | "database" | "hosted">,
  { secret, ip }: { readonly secret: string; readonly ip: string },
): Promise<KeyCaller> {
  // With a hosted service, no key is valid, because the service does not report whether the owner
  // of a key may still sign in.
  const key = isWellFormed(secret) && !hosted ? await findKey(database, hashOf(secret)) : undefined;
  if (!key) throw userRefusals.key_unknown();
  const now = clock.now();
  if (key.endsAt && key.endsAt <= now)
    throw userRefusals.key_expired({ at: utcMinute(key.endsAt) });
  if (key.bannedUntil && key.bannedUntil > now) throw userRefusals.account_disabled();
  if (!isWithin(ip, key.networks)) throw userRefusals.key_other_network({ ip });
  const unnotedMs = now.getTime() - (key.lastUsedAt?.getTime() ?? 0);
  if (unnotedMs >= LAST_USE_MS || unnotedMs < 0)
    await recordKeyUse(database, { id: key.id, now, ip });
  const { id: keyId, name: keyName, userId, isAdmin, isAnonymous, scopes } = key;
  return { userId, isAdmin, isAnonymous, keyId, keyName, scopes };
}
