import { expect, test } from "vitest";
import { readHistorySearch } from "./history-search.ts";
import { codeWords } from "./strings.ts";
import { trackedId } from "./tracked-id.ts";

test("known filters are read from the URL, and other parameters are ignored", () => {
  expect(readHistorySearch({ asset: "BTC", account: "held" })).toEqual({
    asset: "BTC",
    account: "held",
  });
  expect(readHistorySearch({ asset: "all", account: 7, page: "2" })).toEqual({});
});

test("a transaction or withdrawal that caused an event links to the tracker", () => {
  const txid = "95cd603f".repeat(8);
  expect(trackedId(`${txid}:1`)).toBe(txid);
  expect(trackedId(txid)).toBe(txid);
  expect(trackedId("wdr_0199")).toBe("wdr_0199");
  expect(trackedId("ctr_0199")).toBeUndefined();
});

test("payouts for measured work are labelled differently from contract payouts", () => {
  expect(codeWords("mining_payout", "wrk_0199")).toBe("Payout of measured work");
  expect(codeWords("mining_payout", "ctr_0199")).toBe("Mining payout");
});

test("an unknown code is shown by its name", () => {
  expect(codeWords("mining_payout")).toBe("Mining payout");
  expect(codeWords("moon_bonus")).toBe("Moon bonus");
});
