/**
 * Tests trading a past day with virtual dollars: time, prices, orders, stop-out, and no effect on
 * the ledger.
 */
import { trialBalance } from "#ledger";
import { Outage, type DatabaseTransaction } from "#platform";
import { beforeEach, describe, expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { deskDeps, order, trader } from "../../../test/support/money/forex.ts";
import {
  moneyRequest,
  movableClock,
  type MovableClock,
} from "../../../test/support/money/mining.ts";
import { replayDeps } from "../../../test/support/money/replay.ts";
import { saver } from "../../../test/support/money/earn.ts";
import { pendingOrdersOf } from "../book/orders-table.ts";
import { tradesOf } from "../book/trades-table.ts";
import { transactionsOf } from "../book/transactions-table.ts";
import { openEngineRun } from "../engine/worker.ts";
import { closeAll } from "../orders/close-all.ts";
import { closePosition } from "../orders/close-trade.ts";
import { placeOrder } from "../orders/place-order.ts";
import { withReplay, type OpenReplay, type ReplayDeps } from "./open-replay.ts";
import { setReplay, type ReplayChange } from "./set-replay.ts";
import { startReplay, type StartReplay } from "./start-replay.ts";
import { viewReplay } from "./view-replay.ts";

const SECOND = 1_000;
const file = fileDatabase();
let clock: MovableClock;
let deps: ReplayDeps;
let userId: string;
beforeEach(async () => {
  clock = movableClock("2026-09-16T09:00:00Z");
  deps = replayDeps(file.database, clock);
  userId = await saver(file.database, 1_000n);
});

async function begin(pace: number, subject: StartReplay["subject"] = { famous: "eur-chf-2015" }) {
  const { id } = await startReplay(deps, {
    request: moneyRequest(userId, "startReplay"),
    subject,
    pace,
  });
  const opened = <Answer>(work: (replay: OpenReplay) => Promise<Answer>) =>
    withReplay(deps, { userId, replayId: id, ip: "192.0.2.1" }, work);
  const view = () => opened(viewReplay);
  return {
    id,
    view,
    set: (change: ReplayChange) =>
      opened(async (replay) => {
        await setReplay(replay, change, clock.now());
        return viewReplay(replay);
      }),
    order: (asked_: Parameters<typeof order>[2]) =>
      opened(({ desk }) =>
        placeOrder(
          desk,
          {
            request: moneyRequest(userId, "placeReplayOrder", asked_),
            draft: { type: "MARKET", instrument: "EUR_CHF", ...asked_ },
          },
          (stored) => stored,
        ),
      ),
    inside: <Answer>(work: (desk: OpenReplay["desk"]) => Promise<Answer>) =>
      opened(({ desk }) => work(desk)),
    /** Jumps to a time and polls until the jump is complete. */
    async jump(to: string) {
      await this.set({ jumpTo: new Date(to) });
      for (let looks = 0; looks < 200; looks += 1) {
        const { replay } = await view();
        if (replay.jumpTo === null) return;
      }
      throw new Error("never there");
    },
  };
}

const priceOf = ({ board }: Awaited<ReturnType<typeof viewReplay>>, name: string) =>
  board.quotes.find(({ instrument }) => instrument === name);

describe("a replay's time", () => {
  test("a replay runs at its pace and pauses at a pace of 0", async () => {
    const replay = await begin(60);
    expect((await replay.view()).replay.time.toISOString()).toBe("2015-01-15T09:00:00.000Z");
    clock.advance(10 * SECOND);
    expect((await replay.view()).replay.time.toISOString()).toBe("2015-01-15T09:10:00.000Z");
    await replay.set({ pace: 0 });
    clock.advance(10 * SECOND);
    expect((await replay.view()).replay.time.toISOString()).toBe("2015-01-15T09:10:00.000Z");
    clock.advance(-60 * SECOND);
    await replay.set({ pace: 1_000 });
    expect((await replay.view()).replay.time.toISOString()).toBe("2015-01-15T09:10:00.000Z");
  });

  test("a replay skips closed hours", async () => {
    const replay = await begin(1_000, { famous: "weekend-gap" });
    clock.advance(10 * 60 * SECOND);
    const { replay: standing } = await replay.view();
    // 10,000 minutes: 30 until Friday's close, 7,200 in the week from Sunday 21:00 (New York's
    // daylight saving time has begun), and 2,770 in the following week.
    expect(standing.time.toISOString()).toBe("2020-03-17T19:10:00.000Z");
  });

  test("a jump back in time is refused", async () => {
    const far = { startsAt: new Date("2027-01-01T00:00:00Z"), instrument: "EUR_USD" };
    await expect(begin(1, far)).rejects.toMatchObject({ code: "replay_day_unknown" });
    const early = { startsAt: new Date("1998-01-01T00:00:00Z"), instrument: "EUR_USD" };
    await expect(begin(1, early)).rejects.toMatchObject({ code: "replay_day_unknown" });
    const replay = await begin(0);
    const back = { jumpTo: new Date("2015-01-14T00:00:00Z") };
    await expect(replay.set(back)).rejects.toMatchObject({ code: "replay_jump_invalid" });
  });
});

test("the response to a change shows the change", async () => {
  const replay = await begin(0);
  expect((await replay.set({ pace: 60 })).replay.pace).toBe(60);
  const jumpTo = new Date("2015-01-15T10:00:00Z");
  expect((await replay.set({ jumpTo })).replay.jumpTo).toEqual(jumpTo);
  const ended = (await replay.set({ end: true })).replay;
  expect(ended).toMatchObject({ pace: 0, jumpTo: null, endedAt: expect.any(Date) as Date });
});

test("a stop-out in the franc crash of 2015 never loses more than the balance", async () => {
  const replay = await begin(0);
  const bought = await replay.order({ units: "100000", stopLossOnFill: { price: "1.19900" } });
  expect(bought.state).toBe("FILLED");
  await replay.jump("2015-01-15T09:40:00Z");
  expect(priceOf(await replay.view(), "EUR_CHF")).toMatchObject({ status: "halted" });
  const halted = await replay.order({ units: "100" }).catch((error: unknown) => error);
  expect(halted).toMatchObject({ state: "CANCELLED", reason: "MARKET_HALTED" });
  await replay.jump("2015-01-15T10:15:10Z");
  const [trade] = await tradesOf(file.database, replay.id, { state: "ALL", limit: 1 });
  expect(trade).toMatchObject({ state: "CLOSED" });
  expect((trade?.closePrice ?? 0) / 1e6).toBeLessThan(1.03);
  const { account } = await replay.view();
  expect(account).toMatchObject({ balanceCents: 0n, navCents: 0n, openTradeCount: 0 });
  const events = await transactionsOf(file.database, replay.id, { limit: 20 });
  expect(events.map(({ type }) => type)).toContain("NEGATIVE_BALANCE_PROTECTION");
  const lines = await trialBalance(file.database);
  expect(lines.filter(({ asset, balance }) => asset === "USD" && balance !== 0n)).toEqual([]);
});

test("stop-limit orders, several targets and closes work in a replay", async () => {
  const replay = await begin(0);
  const quote = priceOf(await replay.view(), "EUR_CHF");
  const above = (pips: number) => (Number(quote?.ask) + pips / 1e4).toFixed(5);
  const takeProfitsOnFill = [
    { price: above(100), units: "400" },
    { price: above(200), units: "600" },
  ];
  await replay.order({ units: "1000", takeProfitsOnFill });
  const stopLimit = { type: "STOP_LIMIT", limitPrice: above(-50) } as const;
  expect(await replay.order({ units: "500", price: above(-20), ...stopLimit })).toMatchObject({
    state: "PENDING",
    order: { triggeredMs: expect.any(Number) },
  });
  await replay.inside((desk) =>
    closePosition(
      desk,
      {
        request: moneyRequest(userId, "closeReplayPosition"),
        instrument: "EUR_CHF",
        part: { units: 700, side: "long" },
      },
      ({ id }) => id,
    ),
  );
  const pending = await pendingOrdersOf(file.database, replay.id);
  expect(pending.map(({ order: { type, units } }) => [type, units])).toEqual([
    ["TAKE_PROFIT", -300],
    ["STOP_LIMIT", 500],
  ]);
  const request = moneyRequest(userId, "closeAllReplayPositions");
  const outcomes = await replay.inside((desk) => closeAll(desk, request, ({ state }) => state));
  expect(outcomes).toEqual([{ instrument: "EUR_CHF", taken: "FILLED", refusal: null }]);
  expect((await replay.view()).account).toMatchObject({ openTradeCount: 0, pendingOrderCount: 1 });
});

test("closing all positions of a replay writes one order after the other", async () => {
  const { database } = deps;
  let [running, most, remaining] = [0, 0, Infinity];
  const transaction = async <Answer>(work: (tx: DatabaseTransaction) => Promise<Answer>) => {
    remaining -= 1;
    if (remaining === 0) throw new Outage("database", "a test");
    running += 1;
    most = Math.max(most, running);
    return database.transaction(work).finally(() => (running -= 1));
  };
  deps = { ...deps, database: Object.assign(Object.create(database), { transaction }) };
  const replay = await begin(0);
  const pairs = ["EUR_CHF", "EUR_USD", "AUD_USD", "GBP_USD"];
  for (const instrument of pairs) await replay.order({ instrument, units: "100" });
  const request = moneyRequest(userId, "closeAllReplayPositions");
  const close = () => replay.inside((desk) => closeAll(desk, request, ({ state }) => state));
  // The first transaction lists the positions, and the second one closes a position.
  remaining = 2;
  await expect(close()).rejects.toThrow(Outage);
  const open = await tradesOf(file.database, replay.id, { state: "OPEN", limit: 5 });
  expect(open).toHaveLength(1);
  expect((await close()).map(({ taken }) => taken)).toEqual(pairs.map(() => "FILLED"));
  expect(most).toBe(1);
});

test("a user can run at most five replays at a time", async () => {
  const first = await begin(0);
  for (let count = 1; count < 5; count += 1) await begin(0);
  await expect(begin(0)).rejects.toMatchObject({ code: "too_many_replays" });
  await first.set({ end: true });
  await expect(first.order({ units: "1" })).rejects.toMatchObject({ code: "replay_ended" });
  await expect(first.set({ pace: 1 })).rejects.toMatchObject({ code: "replay_ended" });
  await begin(0);
});

test("a user cannot open another user's replay", async () => {
  const replay = await begin(1_000);
  await replay.order({ units: "1000" });
  clock.advance(5 * SECOND);
  const both = await Promise.all([replay.view(), replay.view(), replay.order({ units: "-1000" })]);
  expect(both).toHaveLength(3);
  const events = await transactionsOf(file.database, replay.id, { limit: 20 });
  expect(events.map(({ id }) => id)).toEqual([4, 3, 2, 1]);
  const stranger = { userId: await saver(file.database, 1n), replayId: replay.id, ip: "192.0.2.1" };
  await expect(withReplay(deps, stranger, async () => 1)).rejects.toMatchObject({
    code: "replay_unknown",
  });
});

test("the live desk's engine ignores replays", async () => {
  const replay = await begin(0);
  await replay.order({ units: "1000" });
  await replay.order({ units: "1000", type: "LIMIT", price: "1.00000" });
  const live = deskDeps(file.database);
  const owner = await trader(live);
  await order(live, owner, { units: "1000" });
  const { watched } = await openEngineRun(live);
  expect([...watched.accounts.byUser.keys()]).toEqual([owner]);
  expect(watched.orders.byId.size).toBe(0);
});
