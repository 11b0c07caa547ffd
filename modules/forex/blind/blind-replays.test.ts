/** Tests blind replays: hidden facts, trading in the masked market, and the reveal at the end. */
import { setTimeout as sleep } from "node:timers/promises";
import { BLIND_PAIR, dateText, dayAt, daySeed, latencyMs, loadFixings } from "#market";
import { commitmentTo, isUsableWeek, mondayOf, periodOf, readSecret } from "#market/blind";
import { beforeEach, describe, expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { giveSecret, secretOn } from "../../../test/support/money/blind.ts";
import { deskDeps, order, trader } from "../../../test/support/money/forex.ts";
import { newAddress, saver } from "../../../test/support/money/earn.ts";
import {
  moneyRequest,
  movableClock,
  type MovableClock,
} from "../../../test/support/money/mining.ts";
import { playReplay } from "../../../test/support/money/play-replay.ts";
import { replayDeps } from "../../../test/support/money/replay.ts";
import { transactionsOf } from "../book/transactions-table.ts";
import { setDrawing } from "../drawings/set-drawing.ts";
import { presentCandles } from "../present-candles.ts";
import { branchReplay } from "../replays/branch-replay.ts";
import type { ReplayDeps } from "../replays/open-replay.ts";
import { findReplay, insertReplay, releaseReplay } from "../replays/replays-table.ts";
import { presentReplay } from "../replays/view-replay.ts";
import { copySecret } from "./blind-table.ts";
import { drawSecret } from "./draw-secret.ts";

const file = fileDatabase();
let clock: MovableClock;
let deps: ReplayDeps;
let userId: string;
beforeEach(async () => {
  clock = movableClock("2026-09-16T09:00:00Z");
  deps = replayDeps(file.database, clock);
  userId = await saver(file.database, 1_000n);
});

type Secret = Awaited<ReturnType<typeof secretOn>>;

/** Starts a blind replay, with a secret that the test knows if it is given. */
async function begin(secret?: Secret, account?: Parameters<typeof playReplay>[3]) {
  const replay = await playReplay(deps, userId, { blind: true }, account);
  if (secret) await giveSecret(file.database, replay.id, secret);
  return replay;
}

type Replay = Awaited<ReturnType<typeof begin>>;

const rowOf = async (id: string) => {
  const row = await findReplay(file.database, { userId, id });
  if (!row) throw new Error("no replay");
  return row;
};

const storedSecret = async (id: string) => {
  const [row] = await file.database.query<{ secret: string }>(
    "select secret from forex_blind_replays where replay_id = $1",
    [id],
  );
  return row?.secret ?? "";
};

const candlesIn = (replay: Replay, granularity: "S5" | "M1" | "H1" | "D", count: number) =>
  replay.opened(async ({ market, desk, row }) => {
    const nowMs = desk.clock.now().getTime();
    const times = { count, beforeMs: nowMs + 1, sinceMs: row.startsAt.getTime() };
    const query = { instrument: BLIND_PAIR, granularity, ...times } as const;
    const view = { instrument: BLIND_PAIR, granularity, price: "MBA" };
    return (await presentCandles(market, view, await market.candles(query, nowMs))).candles;
  });

const buy = (replay: Replay, units = "1000") => replay.order({ instrument: "BLIND_USD", units });

describe("before the end", () => {
  test("blind replays of different pairs and years differ only in their prices", async () => {
    const secrets = [
      await secretOn("GBP_JPY", "2008-10-08", true),
      await secretOn("USD_NOK", "2021-06-02", false),
      await secretOn("EUR_USD", "2003-07-02", true),
    ];
    const answers: unknown[] = [];
    for (const secret of secrets) {
      const replay = await begin(secret);
      expect((await buy(replay)).state).toBe("FILLED");
      await replay.jump("2099-06-03T21:00:10Z");
      const { replay: shown, account, board, lesson } = await replay.view();
      const candles = [
        ...(await candlesIn(replay, "S5", 300)),
        ...(await candlesIn(replay, "M1", 900)),
        ...(await candlesIn(replay, "H1", 700)),
        ...(await candlesIn(replay, "D", 100)),
      ];
      const events = await transactionsOf(file.database, replay.id, { limit: 10 });
      answers.push({
        replay: { ...shown, id: "", blind: shown.blind?.revealed },
        margins: account.marginRates,
        label: board.label,
        quotes: board.quotes.map(({ instrument, status, time }) => ({ instrument, status, time })),
        lesson,
        candles: candles.map(({ time, complete, source }) => ({ time, complete, source })),
        events: events.map(({ type, instrument, detail: { source, interest } }) => ({
          type,
          instrument,
          source,
          interest,
        })),
      });
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    const text = JSON.stringify(answers[0], (_, value: unknown) =>
      typeof value === "bigint" ? String(value) : value,
    );
    expect(text).toContain('"startsAt":"2099-06-03T07:00:00.000Z"');
    expect(text).toContain("No interest difference in a blind replay.");
  });

  test("a mirrored replay shows the inverse of the same path at every candle", async () => {
    const [straight, mirrored] = [
      await begin(await secretOn("GBP_JPY", "2008-10-08", false)),
      await begin(await secretOn("GBP_JPY", "2008-10-08", true)),
    ];
    for (const granularity of ["M1", "H1", "D"] as const) {
      const [a, b] = [
        await candlesIn(straight, granularity, 500),
        await candlesIn(mirrored, granularity, 500),
      ];
      expect(a.length).toBe(b.length);
      expect(a.length).toBeGreaterThan(50);
      for (const [index, candle] of a.entries()) {
        const [open, close] = [Number(candle.mid?.o), Number(candle.mid?.c)];
        const other = b[index]?.mid;
        // Minutes of the history are drawn around their hour's first and last price.
        if (granularity === "M1" && candle.source !== "replay") continue;
        // Each mid price is rounded to half a tenth of a pip on both sides.
        expect(Math.abs(open * Number(other?.o) - 1)).toBeLessThan(3e-5);
        expect(Math.abs(close * Number(other?.c) - 1)).toBeLessThan(3e-5);
      }
    }
  });

  test("the history has no jump where the replay's own ticks begin", async () => {
    const replay = await begin(await secretOn("AUD_JPY", "2015-06-17", true));
    const candles = await candlesIn(replay, "M1", 1_000);
    const first = candles.findIndex(({ source }) => source === "replay");
    expect(candles[first - 1]?.source).toBe("modelled");
    expect(candles.slice(first - 1).length).toBeGreaterThan(500);
    const [before, after] = [candles[first - 1]?.mid?.c, candles[first]?.mid?.o];
    expect(Math.abs(Number(before) / Number(after) - 1)).toBeLessThan(1e-3);
    // Twelve weeks of history, and no earlier days.
    const days = await candlesIn(replay, "D", 1_000);
    expect(days[0]?.time.toISOString()).toBe("2099-03-08T21:00:00.000Z");
    expect(days.length).toBe(12 * 5 + 3);
  });

  test("only the blind pair exists in a blind replay, and only there", async () => {
    const replay = await begin();
    for (const instrument of ["EUR_USD", "BTC_USD", "XXX_YYY"])
      await expect(replay.order({ instrument, units: "100" })).rejects.toMatchObject({
        code: "instrument_unknown",
      });
    const quotes = (await replay.view()).board.quotes.map(({ instrument }) => instrument);
    expect(quotes).toEqual(["BLIND_USD"]);
    const usual = await playReplay(deps, userId, {
      startsAt: new Date("2024-05-14T13:00:00Z"),
      instrument: "EUR_USD",
    });
    const unknown = { code: "instrument_unknown" };
    await expect(buy(usual)).rejects.toMatchObject(unknown);
    const live = deskDeps(file.database);
    const liveUser = await trader(live, 10_000n);
    await expect(
      order(live, liveUser, { instrument: "BLIND_USD", units: "100" }),
    ).rejects.toMatchObject(unknown);
    const points = [{ time: new Date("2026-06-03T12:00:00Z"), price: "1.00000" }];
    const level = { id: crypto.randomUUID(), instrument: "BLIND_USD", kind: "level" as const };
    const drawing = { ...level, points, version: 0 };
    await expect(setDrawing(live, liveUser, drawing)).rejects.toMatchObject({
      code: "drawing_invalid",
    });
    const start = { startsAt: new Date("2024-05-14T13:00:00Z"), instrument: "BLIND_USD" };
    await expect(playReplay(deps, userId, start)).rejects.toMatchObject(unknown);
  });

  test("a jump beyond the eight weeks is refused in fictional time", async () => {
    const replay = await begin();
    const jump = replay.set({ jumpTo: new Date("2099-07-27T00:00:00Z") });
    await expect(jump).rejects.toMatchObject({
      code: "replay_jump_invalid",
      text: expect.stringContaining("2099-07-24T21:00Z") as string,
    });
  });

  test("the application cannot change a stored secret", async () => {
    const { id } = await begin();
    const change = file.database.query(
      "update forex_blind_replays set secret = 'other' where replay_id = $1",
      [id],
    );
    await expect(change).rejects.toThrow("permission denied");
  });
});

test("the latency comes from the order and the fictional day", async () => {
  const replay = await begin();
  const { id } = await buy(replay);
  const [fill] = await transactionsOf(file.database, replay.id, { limit: 1 });
  const { startMs } = periodOf(readSecret(await storedSecret(replay.id))?.day ?? 0);
  const publicRoot = new Uint8Array(32);
  expect(fill?.detail["latencyMs"]).toBe(latencyMs(daySeed(publicRoot, dayAt(startMs)), id));
});

test("profit, margin and financing equal an independent calculation", async () => {
  const replay = await begin(await secretOn("EUR_JPY", "2012-05-16", true), {
    startCents: 1_000_000n,
    leverage: 10,
    spreadFactor: 1,
  });
  await buy(replay, "20000");
  await replay.jump("2099-06-03T21:00:01Z");
  const [financing, fill] = await transactionsOf(file.database, replay.id, { limit: 2 });
  const bought = BigInt(fill?.price ?? 0);
  const { board } = await replay.view();
  const millionths = (text: string | null | undefined) =>
    BigInt(Math.round(Number(text) * 1_000_000));
  const [bid, ask] = [millionths(board.quotes[0]?.bid), millionths(board.quotes[0]?.ask)];
  // Wednesday: 20,000 units x mid x 1 % x 3 / 365, from the last quote before 17:00.
  const paid = Number(financing?.amountCents);
  const value = 20_000 * (Number(bought) / 1e6);
  expect(paid / ((-value * 0.01 * 3 * 100) / 365)).toBeCloseTo(1, 1);
  const { account } = await replay.view();
  const rounded = (top: bigint, bottom: bigint) => {
    const size = (2n * (top < 0n ? -top : top) + bottom) / (2n * bottom);
    return top < 0n ? -size : size;
  };
  expect(account.unrealisedCents).toBe(
    rounded(20_000n * (bid + ask - 2n * bought) * 100n, 2_000_000n),
  );
  expect(account.marginUsedCents).toBe(rounded(20_000n * (bid + ask) * 100n, 10n * 2_000_000n));
  expect(account.balanceCents).toBe(1_000_000n + (financing?.amountCents ?? 0n));
  await replay.order({ instrument: "BLIND_USD", units: "-20000" });
  const [sold] = await transactionsOf(file.database, replay.id, { limit: 1 });
  const result = 20_000n * (BigInt(sold?.price ?? 0) - bought) * 100n;
  const cents = result < 0n ? -((-result + 999_999n) / 1_000_000n) : result / 1_000_000n;
  expect(sold?.amountCents).toBe(cents);
});

describe("the end", () => {
  test("reveals the secret that the commitment at the start was made to", async () => {
    const replay = await begin();
    const { blind: before } = presentReplay(await rowOf(replay.id));
    expect(before).toEqual({ commitment: expect.stringMatching(/^[0-9a-f]{64}$/), revealed: null });
    await replay.set({ end: true });
    const { replay: shown, board } = await replay.view();
    const { blind: after, title } = shown;
    const secret = readSecret(after?.revealed?.secret ?? "");
    expect(after?.commitment).toBe(before?.commitment);
    expect(commitmentTo(after?.revealed?.secret ?? "")).toBe(before?.commitment);
    expect(after?.revealed).toMatchObject({
      instrument: secret?.instrument.name,
      isMirrored: secret?.isMirrored,
      scale: secret?.scale,
    });
    const pair = secret?.instrument.name.replace("_", "/") ?? "";
    const what = `${pair} from ${dateText(secret?.day ?? 0)}${secret?.isMirrored ? ", mirrored" : ""}`;
    expect(title).toBe(`Blind replay: ${what}`);
    expect(board.label).toContain(`Blind replay of ${what}.`);
    const forged = (after?.revealed?.secret ?? "").replace(/"scale":"./, '"scale":"7');
    expect(commitmentTo(forged)).not.toBe(before?.commitment);
  });

  test("a revealed replay takes no orders and cannot be resumed", async () => {
    const replay = await begin();
    // The state of a request that opened the replay before it ended.
    const stale = await rowOf(replay.id);
    await replay.set({ end: true });
    await expect(buy(replay)).rejects.toMatchObject({ code: "replay_ended" });
    await expect(replay.set({ pace: 60 })).rejects.toMatchObject({ code: "replay_ended" });
    await expect(replay.set({ end: true })).rejects.toMatchObject({ code: "replay_ended" });
    await releaseReplay(file.database, stale);
    expect((await rowOf(replay.id)).endedAt).toEqual(clock.now());
    await expect(buy(replay)).rejects.toMatchObject({ code: "replay_ended" });
  });

  test("a second tab that ends and trades at the same time cannot do both", async () => {
    const replay = await begin();
    const [ended, bought] = await Promise.allSettled([replay.set({ end: true }), buy(replay)]);
    expect(ended.status).toBe("fulfilled");
    const events = await transactionsOf(file.database, replay.id, { limit: 5 });
    expect(events.map(({ type }) => type)).toEqual(
      bought.status === "fulfilled" ? ["ORDER_FILL", "MARKET_ORDER"] : [],
    );
    expect((await rowOf(replay.id)).blind?.secret).not.toBeNull();
  });

  test("a running branch keeps the secret hidden, also for the replay it came from", async () => {
    const replay = await begin();
    const row = await rowOf(replay.id);
    const branchOf = async () => {
      const { id } = await branchReplay(deps, {
        request: moneyRequest(userId, "startReplay"),
        ip: newAddress(),
        subject: { branchOf: row.id, at: row.startsAt },
        pace: 0,
      });
      return id;
    };
    const branch = await branchOf();
    await replay.set({ end: true });
    const hidden = await rowOf(replay.id);
    expect(hidden.blind).toEqual({ commitment: row.blind?.commitment, secret: null });
    expect((await rowOf(branch)).blind).toEqual(hidden.blind);
    expect(await storedSecret(branch)).toBe(await storedSecret(replay.id));
    await releaseReplay(file.database, { ...(await rowOf(branch)), endedAt: clock.now() });
    const secret = await storedSecret(replay.id);
    expect((await rowOf(replay.id)).blind?.secret).toBe(secret);
    // A branch of a revealed replay hides nothing again.
    const laterBranch = await branchOf();
    expect((await rowOf(laterBranch)).blind?.secret).toBe(secret);
    expect((await rowOf(replay.id)).blind?.secret).toBe(secret);
    await expect(
      playReplay(deps, userId, { blind: true }).then(({ id }) => rowOf(id)),
    ).resolves.toMatchObject({ blind: { secret: null } });
  });

  test("a replay cannot end, and reveal its secret, while a branch is being stored", async () => {
    const replay = await begin();
    const row = await rowOf(replay.id);
    const branchId = crypto.randomUUID();
    let ending: Promise<unknown> = Promise.resolve();
    await file.database.transaction(async (tx) => {
      await insertReplay(tx, { ...row, id: branchId });
      await copySecret(tx, { fromId: row.id, toId: branchId });
      ending = replay.set({ end: true });
      await sleep(200);
      expect((await rowOf(replay.id)).endedAt).toBeNull();
    });
    await ending;
    const ended = await rowOf(replay.id);
    expect(ended.endedAt).not.toBeNull();
    expect(ended.blind?.secret).toBeNull();
    expect((await rowOf(branchId)).blind).toEqual(ended.blind);
  });
});

test("draws are valid, unlike each other, and cover pairs, directions and years", async () => {
  const fixings = await loadFixings();
  const [first, last] = [fixings[0]?.day ?? 0, fixings.at(-1)?.day ?? 0];
  const drawn = await Promise.all(Array.from({ length: 300 }, drawSecret));
  const secrets = drawn.map((text) => readSecret(text));
  expect(new Set(drawn.map((text) => commitmentTo(text))).size).toBe(300);
  for (const secret of secrets) {
    if (!secret) throw new Error("a draw is not valid");
    expect(isUsableWeek(mondayOf(secret.day))).toBe(true);
    expect(secret.day).toBeGreaterThan(first + 170);
    expect(secret.day).toBeLessThan(last - 50);
    expect(dateText(mondayOf(secret.day) + periodOf(secret.day).shift)).toBe("2099-06-01");
  }
  // The probability of a failure is below 1e-6 each.
  expect(new Set(secrets.map((secret) => secret?.instrument)).size).toBeGreaterThan(20);
  const mirrored = secrets.filter((secret) => secret?.isMirrored).length;
  expect(mirrored).toBeGreaterThan(100);
  expect(mirrored).toBeLessThan(200);
  const years = new Set(secrets.map((secret) => dateText(secret?.day ?? 0).slice(0, 4)));
  expect(years.size).toBeGreaterThan(15);
});
