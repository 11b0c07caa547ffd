import { expect, test } from "vitest";
import { activityRows } from "./activity-rows.ts";

const deposit = {
  id: "dep_1",
  txid: "a".repeat(64),
  vout: 0,
  address: "bcrt1q",
  amountSats: 100,
  state: "confirming" as const,
  confirmations: 3,
  isFromFaucet: false,
  senderAddress: null,
  isSenderVerified: false,
  seenAt: "2026-11-21T12:00:00Z",
  creditedAt: null,
  confirmationsRequired: 6,
  blockHeight: 100,
};
const about = {
  name: null,
  quantity: null,
  hashRateThs: null,
  hours: null,
  address: null,
  state: null,
  confirmations: null,
  block: null,
};
const event = {
  key: "e1",
  cause: null,
  about: null,
  firstAt: "2026-11-21T11:00:00Z",
  lastAt: "2026-11-21T11:00:00Z",
  firstCode: "deposit",
  lastCode: "deposit",
  transfers: 1,
  payouts: 0,
  availableSats: 200,
  heldSats: null,
  availableCents: null,
  heldCents: null,
};

test("a credited deposit is listed only once", () => {
  const cause = `${"b".repeat(64)}:0`;
  const credited = { ...deposit, id: "dep_0", txid: "b".repeat(64), state: "credited" as const };
  const shown = activityRows(
    [deposit, credited],
    [{ ...event, cause, about: { ...about, confirmations: 6 } }],
  );
  expect(shown.map(({ key, status }) => [key, status])).toEqual([
    ["dep_1", { kind: "blocks", count: 3, isTakenBack: false, isDeposit: true }],
    ["e1", { kind: "blocks", count: 6, isTakenBack: false, isDeposit: true }],
  ]);
});

test("rows are sorted newest first, with the state of each withdrawal", () => {
  const hold = {
    ...event,
    key: "e2",
    cause: "wdr_1",
    firstCode: "withdrawal_hold",
    lastAt: "2026-11-21T13:00:00Z",
    lastCode: "withdrawal_hold",
    availableSats: -50,
    about: { ...about, state: "requested" },
  };
  const stake = {
    ...event,
    key: "e3",
    cause: "pos_1",
    firstCode: "earn_principal_hold",
    about: { ...about, name: "90-day staking" },
  };
  const shown = activityRows([], [stake, hold]);
  expect(shown.map(({ what, amountSats }) => [what, amountSats])).toEqual([
    ["Withdrawal", -50],
    ["90-day staking", 200],
  ]);
  expect(shown[0]?.status).toMatchObject({ kind: "words", words: "Requested" });
});
