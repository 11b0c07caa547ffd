import { expect, test } from "vitest";
import { losingAccountsText } from "./losing-accounts.ts";

test("the sentence states the share, the number of accounts and the period", () => {
  const figures = { losingAccountsPercent12m: "75", countedAccounts12m: 1_200 };
  expect(losingAccountsText(figures)).toBe(
    "75 % of 1,200 practice accounts lost money in 12 months",
  );
});

test("no share of losing accounts is shown for fewer than 20 accounts", () => {
  const figures = { losingAccountsPercent12m: null, countedAccounts12m: 19 };
  expect(losingAccountsText(figures)).toMatch(/not enough accounts to tell/);
});
