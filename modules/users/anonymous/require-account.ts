/**
 * Rejects anonymous accounts for actions that require a full account: writing to other people,
 * withdrawing coins, or changing the account's protection.
 */
import type { Caller } from "#api/route";
import type { Refusal } from "#platform";
import { userRefusals } from "../rules/refusals.ts";

type CallerKind = Pick<Caller, "isAnonymous">;

/** Throws 403 `account_needed` for an anonymous account. */
export function requireAccount(who: CallerKind): void {
  const refusal = accountRefusal(who);
  if (refusal) throw refusal;
}

/** Returns the refusal instead of throwing it, so that a page can show it in advance. */
export function accountRefusal({ isAnonymous }: CallerKind): Refusal | undefined {
  return isAnonymous ? userRefusals.account_needed() : undefined;
}
