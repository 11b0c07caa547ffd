/** Texts of the cloud mining page. */
export const miningTexts = {
  title: "Cloud Mining",
  lead: "30-day contracts, power included, paid in BTC at the reference rate. The amber line is what you paid. Losses are drawn below it, gains above.",
  plans: "Plans",
  everyPlan: "Every plan",
} as const;
