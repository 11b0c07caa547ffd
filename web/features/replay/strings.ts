export const replayLineTexts = {
  verdict: (share: string, days: string, year: string) =>
    `On ${share} % of ${days} starting days since ${year} these terms would have paid back.`,
  seeAll: "See every day",
} as const;
