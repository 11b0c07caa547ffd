/**
 * Somebody else takes authenticators off an account whose owner cannot give a code any more. Nobody
 * proved anything in the account's name: all its sessions end, withdrawals wait, and the message
 * says what to do if the owner never asked for it.
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
 * it raised. Returns the sessions that ended, for `announceChange` after the commit.
 */
export async function takeOffFactors(
  tx: DatabaseTransaction,
  { userId, factors, who, reason, now }: TakingOff,
): Promise<readonly string[]> {
  for (const { id } of factors) await deleteFactor(tx, id);
  const isOff = (await findFactors(tx, userId)).every(({ status }) => status !== "verified");
  if (isOff) await dropRecoveryCodes(tx, userId);
  await lockWithdrawals(tx, { userId, now });
  // Asked, not reckoned: an earlier lock may last longer.
  const until = (await withdrawalsLockedUntil(tx, userId, now)) ?? now;
  const values = {
    who,
    what: wordsOf(factors),
    rest: isOff ? ALONE : "Another authenticator or passkey still protects your account.",
    reason,
    at: now.toISOString(),
    until: until.toISOString(),
  };
  await deliver(tx, { userId, template: "second_factor_taken", values, now });
  return endAccess(tx, { userId });
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
  "Its recovery codes are gone too, so your password alone opens your account now. Turn on two-factor authentication anew in Settings.";
