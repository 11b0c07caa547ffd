/** Finds the product for the term or plan in a request. */
import { PRODUCTS, type ProductFacts } from "./products.ts";
import { earnRefusals } from "./refusals.ts";

/** Returns the staking product with this term. Throws `period_not_offered`. */
export function stakingFor(days: number): ProductFacts {
  const product = PRODUCTS.find(({ kind, namedDays }) => kind === "staking" && namedDays === days);
  if (!product) throw earnRefusals.period_not_offered({ days: String(days) });
  return product;
}

/** Returns the investment plan. Throws `plan_unknown`. */
export function investmentPlan(planId: string): ProductFacts {
  const product = PRODUCTS.find(({ kind, id }) => kind === "investment" && id === planId);
  if (!product) throw earnRefusals.plan_unknown();
  return product;
}
