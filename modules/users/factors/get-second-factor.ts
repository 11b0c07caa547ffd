/**
 * Returns an account's second factors: authenticators, passkeys and the number of remaining
 * recovery codes.
 */
import type { Queryable } from "#platform";
import { findPasskeys } from "../passkeys/passkeys-table.ts";
import { findFactors, type FactorRow } from "./factors-table.ts";
import { recoveryCodesLeft } from "./recovery-codes.ts";

export async function getSecondFactor(queryable: Queryable, userId: string) {
  const factors = await findFactors(queryable, userId);
  const verified = factors.filter(({ status }) => status === "verified");
  const passkeys = await findPasskeys(queryable, userId);
  const apps = verified.filter(({ factor_type: type }) => type === "totp");
  return {
    isOn: verified.length > 0,
    authenticators: apps.map((factor) => ({
      id: factor.id,
      name: factor.friendly_name,
      addedAt: factor.created_at,
      lastCodeAt: lastCodeAt(factor),
    })),
    passkeys: passkeys.map((passkey) => ({
      id: passkey.factor_id,
      name: passkey.friendly_name,
      addedAt: passkey.created_at,
      lastUsedAt: passkey.last_used_at,
      isSynced: passkey.is_synced,
    })),
    recoveryCodesLeft: await recoveryCodesLeft(queryable, userId),
  };
}

/**
 * Returns when the last code was used. After the enrolment, the row changes only when a code is
 * used, so `updated_at` is that time.
 */
function lastCodeAt({ last_used_step: step, updated_at: at }: FactorRow): Date | null {
  return step === 0n ? null : at;
}
