/** Posted prices of the plans, and which are sold. Contracts keep the price they were bought at. */
import { judgeTerms, type TermName, type TermTexts } from "#economics";
import {
  postedTermsAt,
  postedTermsHistory,
  postTerms,
  type Clock,
  type DatabaseTransaction,
  type Queryable,
  type TermsPosting,
} from "#platform";
import { PLANS, type Plan } from "./plans.ts";

const TABLE = "mining_plan_terms";

export async function plansAt(queryable: Queryable, now: Date): Promise<Plan[]> {
  const posted = await postedTermsAt<TermName<"plan">>(queryable, TABLE, now);
  return PLANS.map((plan) => {
    const terms = posted.get(plan.id);
    if (!terms) throw new Error(`no terms of ${plan.id} at ${now.toISOString()}`);
    const { price, isOffered } = terms.values;
    return { ...plan, priceCents: price, isOffered: isOffered === 1n };
  });
}

/** Every plan with its versions, newest first, at most `limit`. */
export async function postedPlanTerms(queryable: Queryable, limit: number) {
  const versions = await postedTermsHistory(queryable, TABLE, limit);
  return PLANS.map(({ id, name }) => ({
    kind: "plan" as const,
    subject: id,
    name,
    versions: versions.get(id) ?? [],
  }));
}

/** In force from now on. Throws the refusals of posted terms. */
export function changePlanTerms(
  tx: DatabaseTransaction,
  clock: Clock,
  change: TermsPosting & { readonly texts: TermTexts; readonly typedAgain: TermTexts },
) {
  return postTerms(tx, clock, TABLE, change, (present) => judgeTerms("plan", present, change));
}
