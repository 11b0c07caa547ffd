export const workingTexts = {
  formula:
    "BTC per day = hash rate x 86,400 s x (block reward + fees) x (1 - pool fee) / (difficulty x 2^32)",
  difficultyNote:
    "83 T is a difficulty, not a hash rate. A block takes difficulty x 2^32 hashes on average. The test network's own difficulty is never used in a formula.",
  source: "Source",
  since: "In force since",
  record: "record",
  price: "Price",
  difficulty: "Difficulty",
  reward: "Block reward",
  fees: "Fees per block",
  poolFee: "Pool fee",
  blockTime: "Block time",
  electricity: "Electricity",
} as const;
