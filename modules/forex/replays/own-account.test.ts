/** Tests a replay's capital, leverage and spreads, and the interest of its time. */
import { instrumentNamed } from "#market";
import { beforeEach, describe, expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { saver } from "../../../test/support/money/earn.ts";
import { movableClock } from "../../../test/support/money/mining.ts";
import { playReplay } from "../../../test/support/money/play-replay.ts";
import { replayDeps } from "../../../test/support/money/replay.ts";
import { tradesOf } from "../book/trades-table.ts";
import { transactionsOf } from "../book/transactions-table.ts";
import { previewOrder } from "../views/preview.ts";
import type { ReplayDeps } from "./open-replay.ts";
import type { ReplayAccount, StartReplay } from "./start-replay.ts";
import type { viewReplay } from "./view-replay.ts";

const file = fileDatabase();
let deps: ReplayDeps;
let userId: string;
beforeEach(async () => {
  deps = replayDeps(file.database, movableClock("2026-09-16T09:00:00Z"));
  userId = await saver(file.database, 1_000n);
});

const begin = (subject: StartReplay["subject"], account?: ReplayAccount) =>
  playReplay(deps, userId, subject, account);

const SECOND = 1_000;

const priceOf = ({ board }: Awaited<ReturnType<typeof viewReplay>>, name: string) =>
  board.quotes.find(({ instrument }) => instrument === name);

describe("a replay's own account", () => {
  const SUBJECT = { startsAt: new Date("2024-05-14T13:00:00Z"), instrument: "EUR_USD" };
  const SMALL: ReplayAccount = { startCents: 50_000n, leverage: 5, spreadFactor: 3 };

  test("leverage raises margin rates, but never lowers a pair's own rate", async () => {
    const replay = await begin(SUBJECT, SMALL);
    const { account, replay: shown } = await replay.view();
    expect(shown).toMatchObject({ startCents: 50_000n, leverage: 5, spreadFactor: 3 });
    expect(account).toMatchObject({ balanceCents: 50_000n, navCents: 50_000n });
    expect(account.marginRates).toMatchObject({ EUR_USD: "0.2", AUD_USD: "0.2" });
    const usual = await (await begin(SUBJECT)).view();
    expect(usual.account.marginRates).toMatchObject({ EUR_USD: "0.0333333", AUD_USD: "0.05" });
    const between = await begin(SUBJECT, { ...SMALL, leverage: 25 });
    expect((await between.view()).account.marginRates).toMatchObject({
      EUR_USD: "0.04",
      AUD_USD: "0.05",
    });
  });

  test("the spread factor widens board, candles and fills about the same mid", async () => {
    const [wide, usual] = [await begin(SUBJECT, SMALL), await begin(SUBJECT)];
    const [a, b] = [priceOf(await wide.view(), "EUR_USD"), priceOf(await usual.view(), "EUR_USD")];
    const spread = (quote: typeof a) => Math.round((Number(quote?.ask) - Number(quote?.bid)) * 1e5);
    const mid = (quote: typeof a) => Math.round((Number(quote?.ask) + Number(quote?.bid)) * 1e5);
    expect(mid(a)).toBe(mid(b));
    expect(spread(a)).toBe(3 * spread(b));
    await wide.jump("2024-05-14T13:30:10Z");
    const { candles, quotes } = await wide.opened(async ({ market, desk }) => {
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
    });
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

  test("a replay of an earlier release keeps its spreads", async () => {
    const night = { startsAt: new Date("2016-06-23T23:17:00Z"), instrument: "GBP_USD" };
    const [newer, older] = [await begin(night), await begin(night)];
    const spreadOf = async (replay: typeof newer) => {
      const quote = priceOf(await replay.view(), "GBP_USD");
      return Number(quote?.ask) - Number(quote?.bid);
    };
    const widened = await spreadOf(older);
    await file.database.query("update forex_replays set spread_rule = 1 where id = $1", [older.id]);
    expect(await spreadOf(newer)).toBe(widened);
    // The Asian hours have 1.4 times the base spread, and news at most six times.
    expect(widened / (await spreadOf(older))).toBeGreaterThan(3);
  });

  test("preview and fill use the leverage and the spread, and the report recomputes", async () => {
    const replay = await begin(SUBJECT, SMALL);
    const draft = { type: "MARKET", instrument: "EUR_USD", units: "1000" } as const;
    const preview = await replay.opened(({ desk }) => previewOrder(desk, replay.id, draft));
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
    const replay = await begin(SUBJECT, { ...SMALL, spreadFactor: 5 });
    await replay.order({ instrument: "EUR_USD", units: "1000" });
    const [trade] = await tradesOf(file.database, replay.id, { state: "OPEN", limit: 1 });
    const entry = (trade?.price ?? 0) / 1e6;
    const limit = (entry - 0.0006).toFixed(5);
    await replay.order({ instrument: "EUR_USD", units: "-1000", type: "STOP", price: limit });
    await replay.jump("2024-05-15T13:00:00Z");
    const events = await transactionsOf(file.database, replay.id, { limit: 5 });
    const stop = events.find(({ type }) => type === "ORDER_FILL");
    const times = await replay.opened(async ({ market }) => {
      const instrument = instrumentNamed("EUR_USD");
      if (!instrument) throw new Error("no EUR/USD");
      for (let ms = Date.parse("2024-05-14T13:00:01Z"); ; ms += 200) {
        const quote = (await market.quotesAt(ms))?.(instrument);
        if (quote && quote.bid <= Number(limit) * 1e6) return ms;
      }
    });
    expect(stop?.detail).toMatchObject({ sentAt: new Date(times).toISOString() });
  });

  test("a capital outside the limits is refused", async () => {
    for (const startCents of [9_999n, 100_000_001n])
      await expect(begin(SUBJECT, { ...SMALL, startCents })).rejects.toMatchObject({
        code: "replay_capital_invalid",
      });
  });
});

describe("the financing of a replay", () => {
  const financed = async (pairs: readonly string[], startsAt: string, until: string) => {
    const [instrument = ""] = pairs;
    const replay = await begin({ startsAt: new Date(startsAt), instrument });
    for (const pair of pairs) await replay.order({ instrument: pair, units: "10000" });
    await replay.jump(until);
    const events = await transactionsOf(file.database, replay.id, { limit: 20 });
    return events
      .filter(({ type }) => type === "DAILY_FINANCING")
      .toReversed()
      .map(({ detail }) => detail);
  };

  test("interest is that of the replayed time, also if it is negative", async () => {
    // The Swiss rate was -0.75 % and the euro's 0 %, so a long EUR/CHF position earned 0.75 %
    // minus the mark-up of 1 %.
    expect(await financed(["EUR_CHF"], "2019-05-14T20:00:00Z", "2019-05-14T21:00:10Z")).toEqual([
      expect.objectContaining({
        interest: "Policy rates at the end of 2019-04, BIS.",
        positions: [expect.objectContaining({ sideRate: 7_500 - 10_000, days: 1 })],
      }),
    ]);
  });

  test("USD/CAD is financed for three days on Thursday, other pairs on Wednesday", async () => {
    const pairs = ["USD_CAD", "USD_CHF"];
    const events = await financed(pairs, "2024-05-15T20:00:00Z", "2024-05-16T21:00:10Z");
    const daysOf = ({ positions }: (typeof events)[number]) =>
      (positions as { instrument: string; days: number }[])
        .toSorted((a, b) => (a.instrument < b.instrument ? -1 : 1))
        .map(({ days }) => days);
    expect(events.map(daysOf)).toEqual([
      [1, 3],
      [3, 1],
    ]);
  });
});
