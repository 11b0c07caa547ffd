/**
 * An administrator or the operator removes factors from an account whose owner cannot give a code
 * any more. No proof was given in the account's name: its sessions end, except those that proved
 * another factor, withdrawals wait, and the message says what to do if the owner never asked.
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
  /** As the message begins: `An administrator`. */
  readonly who: string;
  /** Told to the person. */
  readonly reason: string;
  readonly now: Date;
}

/**
 * Needs `lockSecondFactor` and then the person's row locked: with a factor the sessions change that
 * it raised. Returns the sessions that ended, for `publishChange` after the commit.
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
  // Asked, not reckoned: an earlier lock may last longer.
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

/** Such as `an authenticator app and 2 passkeys`; what was never finished is not named. */
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
