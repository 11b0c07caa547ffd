/**
 * A person's page. Reading it changes nothing about the person and is written down all the same: whoever looks at somebody's
 * account leaves his name, once an hour at most, and the person sees that it happened.
 */
import type { Caller } from "#api-schema/route";
import { balancesOf } from "#ledger";
import { personAuthority, personProfile, wasEver } from "#users";
import { isFrozen, pendingSatsOf } from "#wallet";
import { hasEntrySince } from "../audit/audit-table.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { AdminParts } from "../parts.ts";
import { adminRefusals } from "../refusals.ts";
import { asUserId } from "../user-id.ts";

type Parts = Pick<AdminParts, "database" | "clock" | "hosted" | "limits">;

const LOOK_MS = 3_600_000;

/** The id in the form of the tables. Throws 404 `user_not_found` unless somebody has it or had it before a deletion. */
export async function knownUserId(
  { database }: Pick<Parts, "database">,
  text: string,
): Promise<string> {
  const userId = asUserId(text);
  if (!(await wasEver(database, userId))) throw adminRefusals.user_not_found();
  return userId;
}

/** Throws 404 `user_not_found`. */
export async function viewPerson(
  parts: Parts,
  caller: Caller,
  { userId: text }: { readonly userId: string },
) {
  const { database, clock } = parts;
  const now = clock.now();
  const userId = asUserId(text);
  const profile = await personProfile(database, { userId, now });
  if (!profile) throw adminRefusals.user_not_found();
  if (caller.userId !== userId)
    await recordLook(parts, { actor: caller.userId, target: userId, now });
  const { availableSats, heldSats, availableCents } = await balancesOf(database, userId);
  return {
    ...profile,
    authority: await personAuthority(database, parts, { userId, caller, now }),
    balances: { availableSats, heldSats, availableCents },
    pendingSats: await pendingSatsOf(database, userId),
    isFrozen: await isFrozen(database, userId),
  };
}

async function recordLook(
  { database }: Pick<Parts, "database">,
  { actor, target, now }: { readonly actor: string; readonly target: string; readonly now: Date },
): Promise<void> {
  const look = { actor, target, action: "user.view" as const };
  const since = new Date(now.getTime() - LOOK_MS);
  if (await hasEntrySince(database, { ...look, since })) return;
  await database.transaction((tx) =>
    recordAudit(tx, { ...look, at: now, reason: null, before: {}, after: {} }),
  );
}
