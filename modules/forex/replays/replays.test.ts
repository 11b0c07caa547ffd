/**
 * Tests trading a past day with virtual dollars: time, prices, orders, stop-out, and no effect on
 * the ledger.
 */
import { trialBalance } from "#ledger";
import { dayOf, fixingPrice, instrumentNamed, loadFixings } from "#market";
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
import { previewOrder } from "../views/preview.ts";
import { FAMOUS_DAYS } from "./famous-days.ts";
import { withReplay, type OpenReplay, type ReplayDeps } from "./open-replay.ts";
import { setReplay, type ReplayChange } from "./set-replay.ts";
import { startReplay, type ReplayAccount, type StartReplay } from "./start-replay.ts";
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

async function begin(
  pace: number,
  subject: StartReplay["subject"] = { famous: "eur-chf-2015" },
  account?: ReplayAccount,
) {
  const { id } = await startReplay(deps, {
    request: moneyRequest(userId, "startReplay"),
    subject,
    pace,
    ...(account ? { account } : {}),
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

describe("the question and lesson of a famous day", () => {
  test("the lesson appears after the critical moment and keeps the answer", async () => {
    const replay = await begin(0, { famous: "eur-chf-2015", answer: 0 });
    const before = await replay.view();
    expect(before.lesson).toBeNull();
    expect(before.replay).toMatchObject({ famous: "eur-chf-2015", answer: 0 });
    await replay.jump("2015-01-15T10:29:59Z");
    expect((await replay.view()).lesson).toBeNull();
    await replay.jump("2015-01-15T10:30:01Z");
    expect((await replay.view()).lesson).toMatchObject({ answer: 0, right: 2 });
  });

  test("ending a replay shows the lesson, also if the question was skipped", async () => {
    const replay = await begin(0, { famous: "gbp-usd-2016" });
    const { lesson } = await replay.set({ end: true }).then(replay.view);
    expect(lesson).toMatchObject({ answer: null, right: 2 });
    const other = await begin(0, { startsAt: new Date("2024-05-14"), instrument: "EUR_USD" });
    expect((await other.set({ end: true })).lesson).toBeNull();
  });

  test("lessons start after their replay and state the ECB's rates", async () => {
    const fixings = await loadFixings();
    for (const day of FAMOUS_DAYS) {
      expect(Date.parse(day.lesson.from)).toBeGreaterThan(Date.parse(day.startsAt));
      expect(day.lesson.sources.length).toBeGreaterThan(0);
    }
    const facts = [
      ["eur-chf-2015", "EUR_CHF", "2015-01-14", "2015-01-15", 4],
      ["gbp-usd-2016", "GBP_USD", "2016-06-23", "2016-06-24", 4],
      ["usd-jpy-2020", "USD_JPY", "2020-03-06", "2020-03-09", 2],
      ["weekend-gap", "AUD_JPY", "2020-03-06", "2020-03-09", 2],
    ] as const;
    for (const [id, pair, ...rest] of facts) {
      const [from, until, digits] = rest;
      const instrument = instrumentNamed(pair);
      const happened = FAMOUS_DAYS.find((day) => day.id === id)?.lesson.happened ?? "";
      const rates = [from, until].map((date) => {
        const fixing = fixings.find(({ day }) => day === dayOf(date));
        if (!instrument || !fixing) throw new Error(`no rate of ${date}`);
        return fixingPrice(fixing, instrument) / instrument.priceScale;
      });
      const [first = 0, last = 1] = rates;
      for (const rate of rates) expect(happened).toContain(rate.toFixed(digits));
      const fall = ((1 - last / first) * 100).toFixed(1);
      expect(happened).toMatch(
        new RegExp(`by ${Math.round(Number(fall))} %|of ${fall}|by ${fall} %`),
      );
    }
  });
});

describe("a replay's own account", () => {
  const SUBJECT = { startsAt: new Date("2024-05-14T13:00:00Z"), instrument: "EUR_USD" };
  const SMALL: ReplayAccount = { startCents: 50_000n, leverage: 5, spreadFactor: 3 };

  test("leverage raises margin rates, but never lowers a pair's own rate", async () => {
    const replay = await begin(0, SUBJECT, SMALL);
    const { account, replay: shown } = await replay.view();
    expect(shown).toMatchObject({ startCents: 50_000n, leverage: 5, spreadFactor: 3 });
    expect(account).toMatchObject({ balanceCents: 50_000n, navCents: 50_000n });
    expect(account.marginRates).toMatchObject({ EUR_USD: "0.2", AUD_USD: "0.2" });
    const usual = await (await begin(0, SUBJECT)).view();
    expect(usual.account.marginRates).toMatchObject({ EUR_USD: "0.0333333", AUD_USD: "0.05" });
    const between = await begin(0, SUBJECT, { ...SMALL, leverage: 25 });
    expect((await between.view()).account.marginRates).toMatchObject({
      EUR_USD: "0.04",
      AUD_USD: "0.05",
    });
  });

  test("the spread factor widens board, candles and fills about the same mid", async () => {
    const [wide, usual] = [await begin(0, SUBJECT, SMALL), await begin(0, SUBJECT)];
    const [a, b] = [priceOf(await wide.view(), "EUR_USD"), priceOf(await usual.view(), "EUR_USD")];
    const spread = (quote: typeof a) => Math.round((Number(quote?.ask) - Number(quote?.bid)) * 1e5);
    const mid = (quote: typeof a) => Math.round((Number(quote?.ask) + Number(quote?.bid)) * 1e5);
    expect(mid(a)).toBe(mid(b));
    expect(spread(a)).toBe(3 * spread(b));
    await wide.jump("2024-05-14T13:30:10Z");
    const { candles, quotes } = await withReplay(
      deps,
      { userId, replayId: wide.id, ip: "192.0.2.1" },
      async ({ market, desk }) => {
        const nowMs = desk.clock.now().getTime();
        const instrument = instrumentNamed("EUR_USD");
        if (!instrument) throw new Error("no EUR/USD");
        const times = { count: 20, beforeMs: nowMs + 1, sinceMs: nowMs };
        const query = { instrument, granularity: "S5", ...times } as const;
        const range = Array.from({ length: 25 }, (_, tick) => nowMs - 200 * tick);
        return {
          candles: await market.candles(query, nowMs),
          quotes: await Promise.all(
            range.map(async (timeMs) => (await market.quotesAt(timeMs))?.(instrument)),
          ),
        };
      },
    );
    const last = candles.at(-2);
    const inside = quotes.filter(
      (quote) =>
        quote && last && quote.timeMs >= last.timeMs && quote.timeMs < last.timeMs + 5 * SECOND,
    );
    expect(inside.length).toBeGreaterThan(5);
    for (const quote of inside) {
      expect(quote?.ask).toBeLessThanOrEqual(last?.ask.h ?? 0);
      expect(quote?.bid).toBeGreaterThanOrEqual(last?.bid.l ?? Infinity);
    }
    expect((await wide.view()).board.label).toMatch(/modelled\. Spreads are 3 times as wide\.$/);
  });

  test("preview and fill use the leverage and the spread, and the report recomputes", async () => {
    const replay = await begin(0, SUBJECT, SMALL);
    const draft = { type: "MARKET", instrument: "EUR_USD", units: "1000" } as const;
    const preview = await withReplay(
      deps,
      { userId, replayId: replay.id, ip: "192.0.2.1" },
      ({ desk }) => previewOrder(desk, replay.id, draft),
    );
    expect(preview.reason).toBeNull();
    const bought = await replay.order({ instrument: "EUR_USD", units: "1000" });
    expect(bought.state).toBe("FILLED");
    const [event] = await transactionsOf(file.database, replay.id, { limit: 1 });
    const detail = event?.detail as {
      used: { bid: string; ask: string };
      spreadPips: string;
      halfSpreadCents: string;
      marginAfterCents: string;
    };
    const price = (text: string) => BigInt(text.replace(".", "").padEnd(7, "0").slice(0, 7));
    const [bid, ask] = [price(detail.used.bid), price(detail.used.ask)];
    expect(detail.spreadPips).toBe((Number(ask - bid) / 100).toFixed(2));
    const rounded = (top: bigint, bottom: bigint) => (2n * top + bottom) / (2n * bottom);
    // 1,000 units x mid x 20 %, and 1,000 units x half the spread, in cents.
    expect(BigInt(detail.marginAfterCents)).toBe(
      rounded(1_000n * (bid + ask) * 100n * 2n, 2n * 1_000_000n * 10n),
    );
    expect(BigInt(detail.halfSpreadCents)).toBe(
      rounded(1_000n * (ask - bid) * 100n, 2n * 1_000_000n),
    );
    expect(preview.marginAfterCents).toBeGreaterThan(21_000n);
    // 500 dollars at 5:1 carry at most 2,500 dollars.
    const refused = await replay.order({ instrument: "EUR_USD", units: "2000" });
    expect(refused).toMatchObject({ state: "CANCELLED", reason: "INSUFFICIENT_MARGIN" });
  });

  test("a jump skips no trigger of a widened quote", async () => {
    // Buys at the ask and stops at a bid that only the widened spread reaches.
    const replay = await begin(0, SUBJECT, { ...SMALL, spreadFactor: 5 });
    await replay.order({ instrument: "EUR_USD", units: "1000" });
    const [trade] = await tradesOf(file.database, replay.id, { state: "OPEN", limit: 1 });
    const entry = (trade?.price ?? 0) / 1e6;
    const limit = (entry - 0.0006).toFixed(5);
    await replay.order({ instrument: "EUR_USD", units: "-1000", type: "STOP", price: limit });
    await replay.jump("2024-05-15T13:00:00Z");
    const events = await transactionsOf(file.database, replay.id, { limit: 5 });
    const stop = events.find(({ type }) => type === "ORDER_FILL");
    const times = await withReplay(
      deps,
      { userId, replayId: replay.id, ip: "192.0.2.1" },
      async ({ market }) => {
        const instrument = instrumentNamed("EUR_USD");
        if (!instrument) throw new Error("no EUR/USD");
        for (let ms = Date.parse("2024-05-14T13:00:01Z"); ; ms += 200) {
          const quote = (await market.quotesAt(ms))?.(instrument);
          if (quote && quote.bid <= Number(limit) * 1e6) return ms;
        }
      },
    );
    expect(stop?.detail).toMatchObject({ sentAt: new Date(times).toISOString() });
  });

  test("a capital outside the limits is refused", async () => {
    for (const startCents of [9_999n, 100_000_001n])
      await expect(begin(0, SUBJECT, { ...SMALL, startCents })).rejects.toMatchObject({
        code: "replay_capital_invalid",
      });
  });
});
