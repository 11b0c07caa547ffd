/** Texts about the house at the Forex desk. */
export const houseTexts = {
  title: "The house",
  result: "Its result so far",
  long: (currency: string) => `Long ${currency}`,
  short: (currency: string) => `Short ${currency}`,
  text: "The house is the other side of every trade: what people win, it loses. Its exposure is at the mid of now.",
  flat: "The house is the other side of every trade: what people win, it loses. Nothing is open now.",
} as const;
