/**
 * Removes factors of a user who can no longer enter a code, for an administrator or the operator.
 * The request may not have come from the account's owner. Therefore the account's sessions end,
 * except those that used another factor, and withdrawals are locked. A message tells the owner what
 * to do in that case.
 */
import { deliver } from "#notifications";
import type { DatabaseTransaction } from "#platform";
import { lockWithdrawals, withdrawalsLockedUntil } from "../people/withdrawals-lock.ts";
import { endAccess } from "../sessions/end-access.ts";
import { deleteFactor, findFactors, type FactorRow } from "./factors-table.ts";
import { dropRecoveryCodes } from "./recovery-codes.ts";

interface TakingOff {
  readonly userId: string;
  readonly factors: readonly FactorRow[];
  /** The subject of the message's first sentence, such as `An administrator`. */
  readonly who: string;
  /** Reason for the removal. The user sees it. */
  readonly reason: string;
  readonly now: Date;
}

/**
 * Removes the factors. Requires `lockSecondFactor` first and then the lock on the user's row,
 * because sessions raised by a factor change as well. Returns the ended sessions, to pass to
 * `publishChange` after the commit.
 */
export async function removeFactors(
  tx: DatabaseTransaction,
  { userId, factors, who, reason, now }: TakingOff,
): Promise<readonly string[]> {
  for (const { id } of factors) await deleteFactor(tx, id);
  const rest = (await findFactors(tx, userId)).filter(({ status }) => status === "verified");
  const isOff = rest.length === 0;
  if (isOff) await dropRecoveryCodes(tx, userId);
  await lockWithdrawals(tx, { userId, now });
  // Read the end from the database, because an earlier, longer lock may still apply.
  const until = (await withdrawalsLockedUntil(tx, userId, now)) ?? now;
  const values = {
    who,
    what: wordsOf(factors),
    rest: isOff ? ALONE : PROTECTED,
    reason,
    at: now.toISOString(),
    until: until.toISOString(),
  };
  await deliver(tx, { userId, template: "second_factor_taken", values, now });
  return endAccess(tx, { userId, allButProvedBy: rest.map(({ id }) => id) });
}

/**
 * Returns the factors as text, for example `an authenticator app and 2 passkeys`, without
 * unfinished enrolments.
 */
function wordsOf(factors: readonly FactorRow[]): string {
  const isOn = factors.filter(({ status }) => status === "verified");
  const words = WORDS.flatMap(({ type, one, many }) => {
    const count = isOn.filter((factor) => factor.factor_type === type).length;
    return count === 0 ? [] : [count === 1 ? one : `${count} ${many}`];
  });
  return words.join(" and ");
}

const WORDS = [
  { type: "totp", one: "an authenticator app", many: "authenticator apps" },
  { type: "webauthn", one: "a passkey", many: "passkeys" },
] as const;

const ALONE =
  "Your recovery codes were also deleted, so your password alone is now enough to sign in. All your sessions were ended and your API keys revoked. Sign in again, then turn on two-factor authentication in Settings.";

const PROTECTED =
  "Another authenticator or passkey still protects your account. Your API keys were revoked. All sessions that had not used it as second factor were ended.";
