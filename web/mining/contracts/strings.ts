/** Texts of the contracts somebody has and of what they paid. */
export const contractTexts = {
  contracts: "Your contracts",
  contractsEmptyTitle: "No contracts yet",
  contractsEmpty: "A plan you purchase appears here with what it earned against what you paid.",
  payouts: "Payouts",
  payoutsEmpty: "Payouts appear here with every input, so that you can add them up again.",
  payoutsFoot:
    "Worked out again in this browser: hash rate x time x block reward / (difficulty x 2^32), with what was carried from the payout before. Fractions of a satoshi are carried on, never lost.",
  adds: "adds up",
  addsNot: "does not add up",
} as const;
