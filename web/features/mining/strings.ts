export const miningTexts = {
  title: "Cloud Mining",
  lead: "30-day contracts with power included. You pay in BTC at the reference rate. The amber line is the price: losses are drawn below it, gains above.",
  plans: "Plans",
  everyPlan: "Included in every plan",
} as const;
