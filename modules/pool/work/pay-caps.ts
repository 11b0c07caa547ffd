/** Defines the daily caps on pay for measured work. Administrators post the caps. */
import { WAITING_CHANGES } from "#economics";
import type { Queryable, TermsMoment } from "#platform";
import { PAY_TERMS, poolTerms } from "./posted-terms.ts";

export interface PayCaps {
  readonly personDailySats: bigint;
  readonly installationDailySats: bigint;
}

/**
 * Returns the caps in force. A lower cap applies immediately, a higher cap after the administrator
 * waiting period.
 */
export async function payCapsAt(queryable: Queryable, moment: TermsMoment): Promise<PayCaps> {
  const { personDaily, installationDaily } = await poolTerms.afterWait(
    queryable,
    { subject: PAY_TERMS, changes: WAITING_CHANGES.poolPay },
    moment,
  );
  return { personDailySats: personDaily, installationDailySats: installationDaily };
}
