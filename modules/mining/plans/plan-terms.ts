/**
 * Defines the posted prices of the plans, and which plans are sold. A contract keeps the price at
 * which it was bought.
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
