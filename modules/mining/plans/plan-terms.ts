/**
 * Defines the posted price of each plan, and the plans on sale. A contract keeps its purchase
 * price.
 */
import { judgeTerms, type TermName } from "#economics";
import { termsTable, type Queryable } from "#platform";
import { PLANS, type Plan } from "./plans.ts";

export const planTerms = termsTable(
  "mining_plan_terms",
  PLANS.map(({ id, name }) => ({ kind: "plan" as const, subject: id, name })),
  judgeTerms,
);

export async function plansAt(queryable: Queryable, now: Date): Promise<Plan[]> {
  const termsOf = await planTerms.at<TermName<"plan">>(queryable, now);
  return PLANS.map((plan) => {
    const { price, isOffered } = termsOf(plan.id);
    return { ...plan, priceCents: price, isOffered: isOffered === 1n };
  });
}
