/**
 * Creates an API key after re-authentication. The secret is shown only in this response. If the
 * session ends before the key is stored, for example because of a new password, no key is created.
 */
import { keyLimits } from "#api/limits";
import type { Caller, KeyScope } from "#api/route";
import { recordAudit } from "#audit";
import { deliver } from "#notifications";
import { newId, utcMinute, type DatabaseTransaction } from "#platform";
import type { UsersDeps } from "../deps/users-deps.ts";
import { requireSession } from "../proofs/require-session.ts";
import { requireStepUp } from "../proofs/require-step-up.ts";
import { countHit } from "../rules/rate-counters-table.ts";
import { userRefusals } from "../rules/refusals.ts";
import { factsOf } from "./key-facts.ts";
import { readNetwork } from "./key-networks.ts";
import { hashOf, newSecret } from "./key-secret.ts";
import { insertKey, keysOf, type KeyRow } from "./keys-table.ts";

const HOUR_MS = 3_600_000;

interface Wanted {
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  readonly networks: readonly string[];
  readonly endsAt: Date | null;
}

/**
 * Creates the key. Throws 403 `step_up_required`, 401 `session_ended`, 409 `too_many_keys`, 429
 * `too_many_new_keys`, or 422 `keys_elsewhere`, `key_network_invalid` or `key_end_past`.
 */
export async function makeKey(
  deps: Pick<UsersDeps, "bus" | "clock" | "database" | "hosted" | "limits">,
  caller: Caller,
  wanted: Wanted,
  { ip }: { readonly ip: string },
): Promise<KeyRow & { readonly secret: string }> {
  const { bus, clock, database, limits } = deps;
  const { userId } = caller;
  if (deps.hosted) throw userRefusals.keys_elsewhere();
  await requireStepUp(deps, caller);
  const window = { key: `new-key/${userId}`, windowMs: HOUR_MS, now: clock.now() };
  if ((await countHit(database, window)) > limits.keysPerHourMax)
    throw userRefusals.too_many_new_keys();
  const networks = [...new Set(wanted.networks.map(networkOrRefusal))];
  const { secret, hint } = newSecret();
  const made = await database.transaction(async (tx) => {
    const now = clock.now();
    if (wanted.endsAt && wanted.endsAt <= now) throw userRefusals.key_end_past();
    await requireFreeSlot(tx, deps, caller);
    const key = {
      id: newId("key", now),
      name: wanted.name.trim(),
      hint,
      scopes: keyLimits.scopes.filter((scope) => wanted.scopes.includes(scope)),
      networks,
      createdAt: now,
      endsAt: wanted.endsAt,
    };
    await insertKey(tx, { ...key, userId, secretHash: hashOf(secret) });
    await deliver(tx, { userId, template: "key_made", values: labels(key, ip), now });
    await recordAudit(tx, {
      at: now,
      actor: userId,
      action: "user.make_key",
      target: userId,
      reason: null,
      before: {},
      after: factsOf(key),
    });
    return { ...key, lastUsedAt: null, lastUsedIp: null, secret };
  });
  bus.publish("me", { userId, what: "mailbox" });
  return made;
}

function networkOrRefusal(text: string): string {
  const network = readNetwork(text);
  if (network === undefined) throw userRefusals.key_network_invalid({ network: text });
  return network;
}

/**
 * Throws if the user has too many keys. The lock serialises creating a user's keys with all actions
 * that revoke keys.
 */
async function requireFreeSlot(
  tx: DatabaseTransaction,
  deps: Pick<UsersDeps, "hosted">,
  caller: Caller,
): Promise<void> {
  const { userId } = caller;
  await requireSession(tx, deps, caller);
  const { keysMax } = keyLimits;
  if ((await keysOf(tx, userId)).length >= keysMax)
    throw userRefusals.too_many_keys({ max: String(keysMax) });
}

function labels(
  { name, hint, scopes, networks, endsAt, createdAt }: Omit<KeyRow, "lastUsedAt" | "lastUsedIp">,
  ip: string,
) {
  return {
    name,
    hint,
    may: scopes.join(", "),
    from: networks.length === 0 ? "any address" : networks.join(", "),
    until: endsAt ? `Expires: ${utcMinute(endsAt)}` : "Expires: only when you revoke it",
    at: utcMinute(createdAt),
    ip,
  };
}
