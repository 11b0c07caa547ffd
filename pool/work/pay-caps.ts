/** Most that measured work is paid in a UTC day, as administrators post it. */
import type { TermName } from "#economics";
import type { Queryable } from "#platform";
import { PAY_TERMS, poolTerms } from "./posted-terms.ts";

export interface PayCaps {
  readonly personDailySats: bigint;
  readonly installationDailySats: bigint;
}

/** Those in force at `now`. */
export async function payCapsAt(queryable: Queryable, now: Date): Promise<PayCaps> {
  const termsOf = await poolTerms.at<TermName<"poolPay">>(queryable, now);
  const { personDaily, installationDaily } = termsOf(PAY_TERMS);
  return { personDailySats: personDaily, installationDailySats: installationDaily };
}
