export const announcementNames = {
  US_EMPLOYMENT: "US employment",
  US_CONSUMER_PRICES: "US consumer prices",
  US_INTEREST_RATE: "US interest rate",
} as const;
