/**
 * Returns the data for the top of a user's page: profile, authority and balances. Also works for
 * deleted users. The caller must already have looked up the user.
 */
import type { Caller } from "#api/route";
import { balancesOf } from "#ledger";
import { personAuthority, personProfile, wasEver } from "#users";
import { isFrozen, owedSatsOf, pendingSatsOf } from "#wallet";
import type { AdminDeps } from "../office/deps.ts";
import { adminRefusals } from "../office/refusals.ts";
import { asUserId } from "../office/user-id.ts";

type Deps = Pick<AdminDeps, "database" | "clock" | "hosted" | "limits">;

/**
 * Returns the id as stored. Throws 404 `user_not_found` unless the id belongs to an existing or
 * deleted user.
 */
export async function knownUserId(
  { database }: Pick<Deps, "database">,
  text: string,
): Promise<string> {
  const userId = asUserId(text);
  if (!(await wasEver(database, userId))) throw adminRefusals.user_not_found();
  return userId;
}

/** Returns the data. Throws 404 `user_not_found`. */
export async function viewPerson(
  deps: Deps,
  { caller, userId }: { readonly caller: Caller; readonly userId: string },
) {
  const { database, clock } = deps;
  const now = clock.now();
  const profile = await personProfile(database, { userId, now });
  if (!profile) throw adminRefusals.user_not_found();
  const { availableSats, heldSats, availableCents } = await balancesOf(database, userId);
  return {
    ...profile,
    authority: await personAuthority(database, deps, { userId, caller, now }),
    balances: { availableSats, heldSats, availableCents },
    pendingSats: await pendingSatsOf(database, userId),
    isFrozen: await isFrozen(database, userId),
    owedSats: await owedSatsOf(database, userId),
  };
}
