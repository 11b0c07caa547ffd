/** Texts of what mining is worked out with. */
export const workingTexts = {
  formula:
    "BTC per day = hash rate x 86,400 s x (block reward + fees) x (1 - pool fee) / (difficulty x 2^32)",
  difficultyNote:
    "83 T is a difficulty, not a hash rate: it says how many hashes a block takes on average (difficulty x 2^32). The test network's own difficulty never enters a formula.",
  source: "Source",
  since: "In force since",
} as const;
