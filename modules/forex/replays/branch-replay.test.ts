/** Tests the start of a branch: its moment, its market and its account. */
import { beforeEach, describe, expect, test } from "vitest";
import { saver } from "../../../test/support/money/earn.ts";
import {
  moneyRequest,
  movableClock,
  type MovableClock,
} from "../../../test/support/money/mining.ts";
import { playerOf, playReplay } from "../../../test/support/money/play-replay.ts";
import { replayDeps } from "../../../test/support/money/replay.ts";
import { wholeAccount } from "../../../test/support/money/replay-trader.ts";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { pendingOrdersOf } from "../book/orders-table.ts";
import { changeExits } from "../orders/change-exits.ts";
import { placeOrder } from "../orders/place-order.ts";
import { branchReplay, type BranchSubject } from "./branch-replay.ts";
import type { ReplayDeps } from "./open-replay.ts";

const file = fileDatabase();
const ip = "192.0.2.1";
let clock: MovableClock;
let deps: ReplayDeps;
let userId: string;
beforeEach(async () => {
  clock = movableClock("2026-09-16T09:00:00Z");
  deps = replayDeps(file.database, clock);
  userId = await saver(file.database, 1_000n);
});

const TUESDAY = { startsAt: new Date("2024-05-14T13:00:00Z"), instrument: "EUR_USD" };
const begin = (...more: [Parameters<typeof playReplay>[2]?, Parameters<typeof playReplay>[3]?]) =>
  playReplay(deps, userId, more[0] ?? TUESDAY, more[1]);
const start = (subject: BranchSubject) => {
  const request = moneyRequest(userId, "startReplay", subject);
  return branchReplay(deps, { request, ip, subject, pace: 0 });
};
const branch = async (subject: BranchSubject) => playerOf(deps, userId, (await start(subject)).id);
const look = (replayId: string) => wholeAccount(deps, { userId, replayId });
const at = (time: string) => new Date(time);

describe("the moment of a branch", () => {
  test("a branch before an order has all earlier requests of the same time", async () => {
    const parent = await begin();
    await parent.order({ instrument: "EUR_USD", units: "3000" });
    const first = await parent.order({ ...LIMIT, price: "1.05000" });
    const before = await look(parent.id);
    const second = await parent.order({ ...LIMIT, price: "1.06000" });
    expect(second.createdAt).toEqual(first.createdAt);
    const third = await parent.order({ instrument: "EUR_USD", units: "-1000" });
    expect(third.state).toBe("FILLED");
    const again = await branch({ branchOf: parent.id, before: second.id });
    expect(await look(again.id)).toEqual(before);
    const unsold = await branch({ branchOf: parent.id, before: third.id });
    const { pending, open, orders } = (await look(unsold.id)).rows;
    expect(pending.map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(open.map(({ units }) => units)).toEqual([3_000]);
    expect(orders).toHaveLength(3);
    expect((await unsold.view()).replay.time).toEqual(third.createdAt);
  });

  test("a branch before a replacement has the replaced order", async () => {
    const parent = await begin();
    const first = await parent.order({ ...LIMIT, price: "1.05000" });
    const before = await look(parent.id);
    const second = await parent.order({ ...LIMIT, price: "1.06000" }, first.id);
    const again = await branch({ branchOf: parent.id, before: second.id });
    expect(await look(again.id)).toEqual(before);
  });

  test("a branch before an exit of a trade is refused", async () => {
    const parent = await begin();
    await parent.order({
      instrument: "EUR_USD",
      units: "3000",
      stopLossOnFill: { price: "1.05000" },
    });
    const [first] = await pendingOrdersOf(file.database, parent.id);
    await parent.opened(({ desk }) => {
      const request = moneyRequest(userId, "changeReplayTradeOrders");
      const [tradeId, exits] = [first?.order.tradeId ?? "", { stopLoss: { price: "1.06000" } }];
      return changeExits(desk, { request, tradeId, exits }, ({ units }) => units);
    });
    const [second] = await pendingOrdersOf(file.database, parent.id);
    expect(second?.order.price).toBe(1_060_000);
    for (const exit of [first, second])
      await expect(start({ branchOf: parent.id, before: exit?.id ?? "" })).rejects.toMatchObject({
        code: "branch_before_exit",
      });
  });

  test("a branch before a stop-out still has the position", async () => {
    const parent = await begin({ famous: "eur-chf-2015" });
    await parent.order({ instrument: "EUR_CHF", units: "200000" });
    await parent.jump("2015-01-15T12:00:00Z");
    const { account } = await parent.view();
    expect(account).toMatchObject({ balanceCents: 0n });
    const closing = (await look(parent.id)).rows.orders[0]?.id ?? "";
    const again = await branch({ branchOf: parent.id, before: closing });
    expect((await look(again.id)).rows.open).toHaveLength(1);
    const last = await look(parent.id);
    expect(last.rows.events[0]?.type).toBe("NEGATIVE_BALANCE_PROTECTION");
    const after = await branch({ branchOf: parent.id, at: last.at });
    expect(await look(after.id)).toEqual(last);
    const early = await branch({ branchOf: parent.id, at: at("2015-01-15T09:20:00Z") });
    await early.order({ instrument: "EUR_CHF", units: "-200000" });
    await early.jump("2015-01-15T12:00:00Z");
    expect((await early.view()).account.balanceCents).toBeGreaterThan(900_000n);
    expect((await parent.view()).account).toEqual(account);
  });

  test("a time outside the parent's time is refused", async () => {
    const parent = await begin();
    await parent.jump("2024-05-14T14:00:00Z");
    const early = start({ branchOf: parent.id, at: at("2024-05-14T12:59:59Z") });
    await expect(early).rejects.toMatchObject({ code: "branch_time_invalid" });
    const late = start({ branchOf: parent.id, at: at("2024-05-14T14:00:01Z") });
    await expect(late).rejects.toMatchObject({
      code: "branch_time_invalid",
      text: "Choose a time from 2024-05-14T13:00:00Z to 2024-05-14T14:00:00Z.",
    });
    const unknown = start({ branchOf: parent.id, before: "fxo_none" });
    await expect(unknown).rejects.toMatchObject({ code: "order_unknown" });
    const whole = await branch({ branchOf: parent.id, at: at("2024-05-14T13:00:00Z") });
    expect((await whole.view()).account.lastTransactionId).toBe(0);
  });
});

describe("the account of a branch", () => {
  test("a branch keeps market and terms, and names its parent", async () => {
    const parent = await begin({ famous: "eur-chf-2015", answer: 1 }, SMALL);
    await parent.jump("2015-01-15T09:10:00Z");
    await parent.set({ end: true });
    const again = await branch({ branchOf: parent.id, at: at("2015-01-15T09:05:00Z") });
    const { replay, board } = await again.view();
    const { replay: old, board: oldBoard } = await parent.view();
    expect(replay).toMatchObject({ ...SMALL, famous: "eur-chf-2015", answer: 1, endedAt: null });
    expect(replay).toMatchObject({ title: old.title, startsAt: old.startsAt, branchOf: parent.id });
    expect(replay.branchedAt).toEqual(at("2015-01-15T09:05:00Z"));
    expect(board.label).toBe(oldBoard.label);
    expect(old).toMatchObject({ branchOf: null, branchedAt: null });
  });

  test("a trailing stop has its price of that moment, and later moves are not copied", async () => {
    const parent = await begin();
    await parent.order({
      instrument: "EUR_USD",
      units: "3000",
      trailingStopLossOnFill: { distance: "0.00400" },
    });
    const prices = [];
    for (let minute = 1; minute <= 9; minute += 1) {
      await parent.jump(`2024-05-14T13:0${minute}:00Z`);
      prices.push((await pendingOrdersOf(file.database, parent.id))[0]?.order.price);
    }
    expect(new Set(prices).size).toBeGreaterThan(2);
    await parent.jump("2024-05-14T15:00:00Z");
    for (const minute of [2, 5, 8]) {
      const again = await branch({ branchOf: parent.id, at: at(`2024-05-14T13:0${minute}:00Z`) });
      const [stop] = await pendingOrdersOf(file.database, again.id);
      expect(stop?.order.price).toBe(prices[minute - 1]);
      await again.set({ end: true });
    }
    // A replay from before this release has no moves, so the ticks are processed again.
    await file.database.query("update forex_replays set records_moves = false where id = $1", [
      parent.id,
    ]);
    const again = await branch({ branchOf: parent.id, at: at("2024-05-14T13:05:00Z") });
    expect((await pendingOrdersOf(file.database, again.id))[0]?.order.price).toBe(prices[4]);
  });

  test("earlier drawings are copied, and plans of the journal are not", async () => {
    const parent = await begin();
    const plan = { text: "Buy the break", tags: ["break"] };
    const request = moneyRequest(userId, "placeReplayOrder");
    const draft = { type: "MARKET", instrument: "EUR_USD", units: "1000" } as const;
    await parent.opened(({ desk }) => placeOrder(desk, { request, draft, plan }, () => null));
    await parent.jump("2024-05-14T14:00:00Z");
    await file.database.query(
      `insert into forex_drawings (account_id, id, instrument, kind, first_at, first_price, second_at, second_price)
       values ($1, gen_random_uuid(), 'EUR_USD', 'level', '2024-05-14T13:10Z', 1080000, null, null),
         ($1, gen_random_uuid(), 'EUR_USD', 'level', '2024-05-14T13:50Z', 1081000, null, null),
         ($1, gen_random_uuid(), 'EUR_USD', 'trend', '2024-05-14T13:10Z', 1080000, '2024-05-14T13:50Z', 1081000)`,
      [parent.id],
    );
    const again = await branch({ branchOf: parent.id, at: at("2024-05-14T13:30:00Z") });
    const drawn = "select first_price as price from forex_drawings where account_id = $1";
    expect(await file.database.query(drawn, [again.id])).toEqual([{ price: 1_080_000 }]);
    const plans = "select account_id as id from forex_journal_plans where user_id = $1";
    expect(await file.database.query(plans, [userId])).toEqual([{ id: parent.id }]);
  });

  test("a branch shows its parent's equity at the same time", async () => {
    const parent = await begin();
    await parent.order({ instrument: "EUR_CHF", units: "20000" });
    await parent.jump("2024-05-14T13:30:00Z");
    const { account } = await parent.view();
    await parent.jump("2024-05-14T13:40:00Z");
    await parent.order({ instrument: "EUR_CHF", units: "-12000" });
    const again = await branch({ branchOf: parent.id, at: at("2024-05-14T13:10:00Z") });
    await again.order({ instrument: "EUR_CHF", units: "-20000" });
    await again.jump("2024-05-14T13:30:00Z");
    const view = await again.view();
    expect(view.parent).toMatchObject({ id: parent.id, navCents: account.navCents });
    expect(view.account.navCents).not.toBe(account.navCents);
    const change =
      "update forex_accounts set last_transaction = last_transaction + $2 where user_id = $1";
    await file.database.query(change, [parent.id, 10_000]);
    const long = (await again.view()).parent;
    expect(long).toMatchObject({ id: parent.id, isCompared: false, navCents: null });
    await file.database.query(change, [parent.id, -10_000]);
    await again.jump("2024-05-14T13:50:00Z");
    const later = (await again.view()).parent;
    expect(later).toMatchObject({ isCompared: true, navCents: null });
    expect((await parent.view()).parent).toBeNull();
  });

  test("a changed exit of an inherited trade does not change the parent", async () => {
    const parent = await begin();
    const { id } = await parent.order({
      instrument: "EUR_USD",
      units: "3000",
      stopLossOnFill: { price: "1.05000" },
    });
    await parent.jump("2024-05-14T13:05:00Z");
    const before = await look(parent.id);
    const again = await branch({ branchOf: parent.id, at: before.at });
    const [trade] = (await look(again.id)).rows.open;
    expect(trade?.id).toBe(id.replace("fxo", "fxt"));
    await again.opened(async ({ desk, row }) => {
      const [own] = await pendingOrdersOf(desk.database, row.id);
      const request = moneyRequest(userId, "changeReplayTradeOrders");
      const exits = { stopLoss: { price: "1.06000" } };
      const tradeId = own?.order.tradeId ?? "";
      return changeExits(desk, { request, tradeId, exits }, ({ units }) => units);
    });
    await again.jump("2024-05-15T14:00:00Z");
    expect(await look(parent.id)).toEqual(before);
  });
});

const LIMIT = { type: "LIMIT", instrument: "EUR_USD", units: "1000" } as const;
const SMALL = { startCents: 50_000n, leverage: 5, spreadFactor: 3 };
