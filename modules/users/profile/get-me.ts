/**
 * Returns the signed-in user and the user's balances, from the product's own tables and the ledger.
 */
import type { Caller, KeyCaller } from "#api/route";
import type { Clock, Database } from "#platform";
import { callersAuthority, type AuthorityDeps } from "../administrators/require-authority.ts";
import { displayNameOf } from "../people/metadata.ts";
import { shownAddress } from "../people/no-address.ts";
import { userRefusals } from "../rules/refusals.ts";
import type { FindMe } from "./me-table.ts";

interface Deps extends AuthorityDeps {
  readonly clock: Clock;
  readonly database: Database;
  readonly findMe: FindMe;
}

/**
 * Returns the user. With an API key, the response leaves out authority, because keys cannot make
 * decisions about money.
 */
export async function getMe(deps: Deps, caller: Caller | KeyCaller) {
  const { userId, isAdmin } = caller;
  const me = await deps.findMe(deps.database, userId);
  if (!me) throw userRefusals.session_ended();
  const { availableSats, pendingSats, heldSats, availableCents } = me;
  return {
    id: me.id,
    email: shownAddress(me.email),
    isAnonymous: me.is_anonymous,
    name: displayNameOf(me),
    miningName: me.miningName,
    phone: me.smsPhone,
    skipsFirstSteps: me.skipsFirstSteps,
    hasInitialPassword: me.has_initial_password,
    isAdmin,
    authority: isAdmin && "sessionId" in caller ? await ownAuthority(deps, caller) : null,
    createdAt: me.created_at,
    balances: { availableSats, pendingSats, heldSats, availableCents },
    practice: true as const,
  };
}

async function ownAuthority(deps: Deps, caller: Caller) {
  const { database, clock, limits } = deps;
  const authority = await callersAuthority(database, deps, { caller, now: clock.now() });
  return authority && { ...authority, waitHours: limits.administratorWaitHours };
}
