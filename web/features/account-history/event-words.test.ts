import { expect, test } from "vitest";
import { eventMeaning, eventStatus, eventTitle, isUnfinished } from "./event-words.ts";

const nothing = {
  name: null,
  quantity: null,
  hashRateThs: null,
  hours: null,
  address: null,
  state: null,
  confirmations: null,
  block: null,
};

const event = (cause: string, firstCode: string, more: object = {}) => ({
  key: cause,
  cause,
  firstCode,
  lastCode: firstCode,
  transfers: 1,
  payouts: 0,
  about: null,
  ...more,
});

test("combined payouts show their plan, day and number", () => {
  const run = event("ctr_1", "mining_payout", {
    key: "ctr_1 2026-11-17",
    payouts: 1288,
    about: { ...nothing, name: "Pro Miner", hashRateThs: "450", hours: 720 },
  });
  expect(eventTitle(run)).toBe("Mining payouts");
  expect(eventMeaning(run)).toBe("Pro Miner, 450 TH/s, 17 Nov UTC, 1,288 payouts");
  expect(eventTitle({ ...run, payouts: 1 })).toBe("Mining payout");
  expect(eventTitle({ ...run, cause: "wrk_1" })).toBe("Payouts of measured work");
});

test("a purchase shows the product and its term", () => {
  const about = { ...nothing, name: "Starter Rig", hashRateThs: "450.5", hours: 1, block: 12_406 };
  const bought = event("ctr_1", "contract_purchase", { about });
  expect(eventTitle(bought)).toBe("Contract bought");
  expect(eventMeaning(bought)).toBe("Starter Rig, 450.5 TH/s, 1 h, block 12,406");
  const order = event("ord_1", "hardware_purchase", {
    about: { ...nothing, name: "S19 Pro", quantity: 2 },
  });
  expect(eventMeaning(order)).toBe("2 x S19 Pro");
});

test("a position shows its product and its latest state", () => {
  const about = { ...nothing, name: "90-day staking" };
  const open = event("pos_1", "earn_principal_hold", { about });
  expect([eventTitle(open), eventMeaning(open)]).toEqual(["90-day staking", ""]);
  expect(eventStatus(open)).toMatchObject({ words: "Running" });
  const paid = { ...open, lastCode: "earn_interest_payout" };
  expect(eventStatus(paid)).toMatchObject({ words: "Returned" });
});

test("a withdrawal shows its destination and progress", () => {
  const at = (state: string, confirmations: number | null) =>
    event("wdr_1", "withdrawal_hold", {
      about: { ...nothing, address: `bcrt1q${"x".repeat(30)}`, state, confirmations },
    });
  expect(eventTitle(at("completed", 6))).toBe("Withdrawal");
  expect(eventMeaning(at("completed", 6))).toBe("to bcrt1qxx…xxxxxx");
  const statuses = [
    at("in_review", 0),
    at("confirming", 2),
    at("completed", 9),
    at("sent", null),
  ].map(eventStatus);
  expect(statuses).toMatchObject([
    { words: "Waiting for approval" },
    { kind: "blocks", count: 2 },
    { kind: "blocks", count: 9 },
    { words: "Sent" },
  ]);
  expect(statuses.map(isUnfinished)).toEqual([true, true, false, true]);
});

test("a deposit removed by a reorg is shown as reversed", () => {
  const deposit = event(`${"ab".repeat(32)}:0`, "deposit", {
    lastCode: "deposit_reversal",
    about: { ...nothing, confirmations: 0 },
  });
  expect(eventStatus(deposit)).toEqual({
    kind: "blocks",
    count: 0,
    isTakenBack: true,
    isDeposit: true,
  });
});

test("an event with an unknown code shows the code's name and no meaning", () => {
  const grant = event("adj_1", "adjustment");
  expect([eventTitle(grant), eventMeaning(grant)]).toEqual(["Adjustment", ""]);
  expect(eventStatus(grant)).toBeUndefined();
});
