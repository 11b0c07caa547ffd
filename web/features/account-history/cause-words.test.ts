import { expect, test } from "vitest";
import { causeLinkOf } from "./cause-words.ts";

test.each([
  ["pos_1", "90-day staking", "Stake", "/staking"],
  ["pos_1", "BTC Starter", "Investment", "/invest"],
  ["ctr_1", "Starter Rig", "Contract", "/purchase-power"],
  ["bst_1", null, "Boost", "/dashboard"],
  ["wrk_1", null, "Measured work", "/mining"],
  ["ord_1", null, "Hardware order", "/hardware"],
  ["rig_1", "S19 Pro", "Rig", "/hardware"],
  ["forex/7f3c", null, "Forex account", "/forex"],
  ["fxo_1", null, "Forex account", "/forex"],
])("%s of %s is shown as %s and links to %s", (cause, name, words, to) => {
  expect(causeLinkOf(cause, name)).toEqual({ words, target: { to } });
});

test("a cause without a page has no link", () => {
  expect(causeLinkOf("opening")).toBeUndefined();
});
