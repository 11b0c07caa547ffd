/** What protects the account beside the password: its authenticators and how many recovery codes are left. */
import type { Queryable } from "#platform";
import { findFactors, type FactorRow } from "./factors-table.ts";
import { recoveryCodesLeft } from "./recovery-codes.ts";
import { STEP_MS } from "./totp.ts";

export async function getSecondFactor(queryable: Queryable, userId: string) {
  const factors = await findFactors(queryable, userId);
  const verified = factors.filter(({ status }) => status === "verified");
  return {
    isOn: verified.length > 0,
    authenticators: verified.map((factor) => ({
      id: factor.id,
      name: factor.friendly_name,
      addedAt: factor.created_at,
      lastCodeAt: lastCodeAt(factor),
    })),
    recoveryCodesLeft: await recoveryCodesLeft(queryable, userId),
  };
}

/** To the half minute: what is kept is the step of the last code. */
function lastCodeAt({ last_used_step: step }: FactorRow): Date | null {
  return step === 0n ? null : new Date(Number(step) * STEP_MS);
}
