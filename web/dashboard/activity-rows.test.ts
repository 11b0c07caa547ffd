import { expect, test } from "vitest";
import { activityRows } from "./activity-rows.ts";

type Arguments = Parameters<typeof activityRows>;

const deposit = {
  id: "dep_1",
  txid: "a".repeat(64),
  vout: 0,
  amountSats: 100,
  state: "confirming",
  confirmations: 3,
  isFromFaucet: false,
  seenAt: "2026-11-21T12:00:00Z",
};
const credited = {
  ...deposit,
  id: "dep_0",
  txid: "b".repeat(64),
  state: "credited",
  confirmations: 6,
  isFromFaucet: true,
};
const entry = (change: object) => ({
  transferId: "t1",
  at: "2026-11-21T11:00:00Z",
  code: "deposit",
  cause: `${credited.txid}:0`,
  account: "available",
  amountSats: 200,
  ...change,
});
const rows = (deposits: object[], entries: object[], withdrawals: object[] = []) =>
  activityRows(
    deposits as unknown as Arguments[0],
    entries as unknown as Arguments[1],
    withdrawals as unknown as Arguments[2],
  );

test("a deposit under way is a row of its own, a credited one is its ledger entry, once", () => {
  const shown = rows([deposit, credited], [entry({})]);
  expect(shown.map(({ key, what }) => [key, what])).toEqual([
    ["dep_1", "Deposit"],
    ["t1", "Deposit from faucet"],
  ]);
  expect(shown[1]?.status).toEqual({ kind: "confirmations", count: 6, isTakenBack: false });
});

test("a hold shows the state of its withdrawal; the held account's mirror entry is left out", () => {
  const hold = entry({
    transferId: "t2",
    code: "withdrawal_hold",
    cause: "wdr_1",
    amountSats: -50,
  });
  const mirror = { ...hold, account: "held", amountSats: 50 };
  const shown = rows([], [hold, mirror], [{ id: "wdr_1", state: "requested" }]);
  expect(shown).toHaveLength(1);
  expect(shown[0]).toMatchObject({
    what: "Withdrawal",
    status: { kind: "words", words: "Waits for approval" },
  });
});

test("a withdrawal and its fee are one row, payouts in a row are summed", () => {
  const hold = entry({
    transferId: "h1",
    code: "withdrawal_hold",
    cause: "wdr_1",
    amountSats: -90,
  });
  const fee = { ...hold, transferId: "h2", amountSats: -10 };
  const payout = (id: string, cause: string) =>
    entry({ transferId: id, code: "mining_payout", cause, amountSats: 1 });
  const shown = rows([], [payout("p1", "ctr_1"), payout("p2", "bst_1"), hold, fee]);
  expect(shown.map(({ amountSats, cause }) => [amountSats, cause])).toEqual([
    [2, null],
    [-100, "wdr_1"],
  ]);
});

test("a deposit and a withdrawal stay in sight when payouts have pushed their entries out of the page", () => {
  const old = { ...credited, creditedAt: "2026-11-20T10:00:00Z" };
  const withdrawal = {
    id: "wdr_1",
    state: "completed",
    confirmations: 6,
    amountSats: 50,
    createdAt: "2026-11-20T11:00:00Z",
  };
  const payout = entry({ code: "mining_payout", cause: "ctr_1", amountSats: 1 });
  expect(rows([old], [payout], [withdrawal]).map(({ what }) => what)).toEqual([
    "Mining payout",
    "Withdrawal",
    "Deposit from faucet",
  ]);
});
