/** Texts of the cloud mining page. */
export const miningTexts = {
  title: "Cloud Mining",
  lead: "30-day contracts, power included, paid in BTC at the reference rate. The amber line is the floor: what you paid. Results hang from it or stand on it.",
  plans: "Plans",
  everyPlan: "Every plan",
} as const;
