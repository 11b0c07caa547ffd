/**
 * What protects the account beside the password: its authenticators and how many recovery codes are
 * left.
 */
import type { Queryable } from "#platform";
import { findFactors, type FactorRow } from "./factors-table.ts";
import { recoveryCodesLeft } from "./recovery-codes.ts";

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

/** A factor's row changes when a code of it is taken, and after the enrolment then only. */
function lastCodeAt({ last_used_step: step, updated_at: at }: FactorRow): Date | null {
  return step === 0n ? null : at;
}
