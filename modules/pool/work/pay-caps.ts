/** Most that measured work is paid in a UTC day, as administrators post it. */
import { WAITING_CHANGES } from "#economics";
import type { Queryable, TermsMoment } from "#platform";
import { PAY_TERMS, poolTerms } from "./posted-terms.ts";

export interface PayCaps {
  readonly personDailySats: bigint;
  readonly installationDailySats: bigint;
}

/** Those in force: a raise counts after the administrators' waiting time, a lowering at once. */
export async function payCapsAt(queryable: Queryable, moment: TermsMoment): Promise<PayCaps> {
  const { personDaily, installationDaily } = await poolTerms.afterWait(
    queryable,
    { subject: PAY_TERMS, changes: WAITING_CHANGES.poolPay },
    moment,
  );
  return { personDailySats: personDaily, installationDailySats: installationDaily };
}
