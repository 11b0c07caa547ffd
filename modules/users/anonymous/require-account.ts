/** What wants an account: where others are written to, coins leave, or its protection changes. */
import type { Caller } from "#api/route";
import type { Refusal } from "#platform";
import { userRefusals } from "../rules/refusals.ts";

type CallerKind = Pick<Caller, "isAnonymous">;

/** Throws 403 `account_needed` for who tries it without an account. */
export function requireAccount(who: CallerKind): void {
  const refusal = accountRefusal(who);
  if (refusal) throw refusal;
}

/** For showing it before anything is asked. */
export function accountRefusal({ isAnonymous }: CallerKind): Refusal | undefined {
  return isAnonymous ? userRefusals.account_needed() : undefined;
}
