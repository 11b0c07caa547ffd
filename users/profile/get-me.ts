/** The signed-in user with balances, put together from our own tables and the ledger. */
import type { Caller } from "#api-schema/route";
import { balancesOf } from "#ledger";
import type { Clock, Database } from "#platform";
import { callersAuthority, type AuthorityParts } from "../administrators/require-authority.ts";
import { displayNameOf } from "../people/metadata.ts";
import { findProfile } from "../people/profiles-table.ts";
import { findUserById } from "../people/users-table.ts";
import { userRefusals } from "../rules/refusals.ts";

export type PendingSatsOf = (userId: string) => Promise<bigint>;

interface Parts extends AuthorityParts {
  readonly clock: Clock;
  readonly database: Database;
  readonly pendingSatsOf: PendingSatsOf;
}

export async function getMe(parts: Parts, caller: Caller) {
  const { database, pendingSatsOf } = parts;
  const { userId, isAdmin } = caller;
  const user = await findUserById(database, userId);
  const profile = await findProfile(database, userId);
  if (!user || !profile) throw userRefusals.session_ended();
  const { availableSats, heldSats, availableCents } = await balancesOf(database, userId);
  return {
    id: user.id,
    email: user.email,
    name: displayNameOf(user),
    miningName: profile.miningName,
    phone: profile.smsPhone,
    isAdmin,
    authority: isAdmin ? await ownAuthority(parts, caller) : null,
    createdAt: user.created_at,
    balances: { availableSats, pendingSats: await pendingSatsOf(userId), heldSats, availableCents },
    practice: true as const,
  };
}

async function ownAuthority(parts: Parts, caller: Caller) {
  const { database, clock, limits } = parts;
  const authority = await callersAuthority(database, parts, { caller, now: clock.now() });
  return authority && { ...authority, waitHours: limits.administratorWaitHours };
}
