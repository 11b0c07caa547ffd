import type { UsersDeps } from "../deps/users-deps.ts";
import { countHit } from "../rules/rate-counters-table.ts";
import { SignInRefusal } from "../rules/sign-in-refusal.ts";

const CHANGE_WINDOW_MS = 15 * 60_000;

/**
 * Counts a change of the password or address. The count is per session, so that an attacker with a
 * stolen session cannot use up the owner's attempts to end that session by changing the password.
 * Throws over_request_rate_limit.
 */
export async function countChange(
  { database, clock, limits }: Pick<UsersDeps, "clock" | "database" | "limits">,
  { id }: { readonly id: string },
): Promise<void> {
  const key = `password-change/${id}`;
  const window = { key, windowMs: CHANGE_WINDOW_MS, now: clock.now() };
  if ((await countHit(database, window)) > limits.passwordChangesMax)
    throw new SignInRefusal("over_request_rate_limit");
}
