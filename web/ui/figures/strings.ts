/** UI strings for the confirmation meter and the balance after a payment. */
export const meterTexts = {
  undone: "Reversed by a reorg",
  counting: (count: number, required: number) => `${count} of ${required} confirmations`,
  credited: (count: number, required: number) => `${count} of ${required} confirmations, credited`,
  completed: (count: number, required: number) =>
    `${count} of ${required} confirmations, completed`,
} as const;

export const balanceTexts = {
  left: "Left in your wallet",
  missing: "You still need",
} as const;
