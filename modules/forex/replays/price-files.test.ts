/** Tests that replays of uploaded prices match the file in their fills, values and candles. */
import { beforeEach, expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { newAddress, saver } from "../../../test/support/money/earn.ts";
import { order } from "../../../test/support/money/forex.ts";
import {
  moneyRequest,
  movableClock,
  type MovableClock,
} from "../../../test/support/money/mining.ts";
import { replayDeps } from "../../../test/support/money/replay.ts";
import { transactionsOf } from "../book/transactions-table.ts";
import { withReplay, type OpenReplay, type ReplayDeps } from "./open-replay.ts";
import { setReplay } from "./set-replay.ts";
import { startReplay } from "./start-replay.ts";
import { viewReplay } from "./view-replay.ts";
import { instrumentNamed } from "#market";
import type { Refusal } from "#platform";
import { addPriceFile, countUpload, removePriceFile } from "../price-files/add-price-file.ts";
import { marketOfFiles } from "../price-files/market-of-file.ts";

const file = fileDatabase();
let clock: MovableClock;
let deps: ReplayDeps;
let userId: string;
beforeEach(async () => {
  clock = movableClock("2026-09-16T09:00:00Z");
  deps = replayDeps(file.database, clock);
  userId = await saver(file.database, 1_000n);
  ip = newAddress();
});

/** Ten one-minute candles from 9:30, a gap of three minutes, and one more candle. */
const MINUTES = [
  "time,o,h,l,c,spread",
  ...Array.from({ length: 10 }, (_, minute) => {
    const price = (1.1 + minute / 1_000).toFixed(5);
    return `2026-05-06T09:3${minute}:00Z,${price},${price},${price},${price},1`;
  }),
  "2026-05-06T09:43:00Z,1.12000,1.12000,1.12000,1.12000,1",
].join("\n");

let ip: string;
/** Uploads a file in the same way as the route. */
async function upload(instrument: string, text: string, name = "may.csv") {
  await countUpload(deps, { ip });
  async function* parts() {
    yield Buffer.from(text);
  }
  return addPriceFile(deps, { userId, ip, name, instrument, parts: parts() });
}

async function replayOf(priceFile: string) {
  const request = moneyRequest(userId, "startReplay");
  const { id } = await startReplay(deps, { request, subject: { priceFile }, pace: 0 });
  const opened = <Answer>(work: (replay: OpenReplay) => Promise<Answer>) =>
    withReplay(deps, { userId, replayId: id, ip }, work);
  return {
    id,
    opened,
    view: () => opened(viewReplay),
    async jump(to: string) {
      await opened((replay) => setReplay(replay, { jumpTo: new Date(to) }, clock.now()));
      for (let looks = 0; looks < 50; looks += 1)
        if ((await opened(viewReplay)).replay.jumpTo === null) return;
      throw new Error("never there");
    },
  };
}

test("a replay of a file fills orders at the file's prices", async () => {
  const { id: fileId, sha256 } = await upload("EUR_USD", MINUTES);
  const replay = await replayOf(fileId);
  const quoteOf = async (name: string) =>
    (await replay.view()).board.quotes.find(({ instrument }) => instrument === name);
  expect(await quoteOf("EUR_USD")).toMatchObject({
    status: "tradeable",
    bid: "1.10000",
    ask: "1.10010",
  });
  expect(await quoteOf("GBP_USD")).toMatchObject({ status: "halted", bid: null });
  const label = `Uploaded prices: may.csv, SHA-256 ${sha256.slice(0, 12)}.`;
  expect((await replay.view()).board.label).toBe(label);

  await replay.opened(({ desk }) => order(desk, userId, { units: "10000" }));
  await replay.jump("2026-05-06T09:39:00Z");
  // 10,000 x 0.009, minus half a pip of spread because the position is valued at mid price.
  expect((await replay.view()).account).toMatchObject({ unrealisedCents: 8_950n });
  const [event] = await transactionsOf(file.database, replay.id, { limit: 1 });
  expect(event).toMatchObject({ type: "ORDER_FILL", price: 1_100_100, detail: { source: label } });
  await expect(
    replay.opened(({ desk }) => order(desk, userId, { units: "1", instrument: "GBP_USD" })),
  ).resolves.toMatchObject({ state: "CANCELLED", reason: "MARKET_HALTED" });

  // A price is valid for a minute. Afterwards, no order is filled, and open positions keep their
  // value.
  await replay.jump("2026-05-06T09:41:30Z");
  expect(await quoteOf("EUR_USD")).toMatchObject({ status: "halted", bid: "1.10900" });
  await expect(
    replay.opened(({ desk }) => order(desk, userId, { units: "-10000" })),
  ).resolves.toMatchObject({ state: "CANCELLED", reason: "MARKET_HALTED" });
  expect((await replay.view()).account).toMatchObject({ unrealisedCents: 8_950n });

  const instrument = instrumentNamed("EUR_USD");
  if (!instrument) throw new Error("no EUR/USD");
  const candles = await replay.opened(({ market, desk }) =>
    market.candles(
      { instrument, granularity: "M5", count: 2, beforeMs: Infinity, sinceMs: 0 },
      desk.clock.now().getTime(),
    ),
  );
  expect(candles.map(({ bid, volume, complete }) => [bid.o, bid.c, volume, complete])).toEqual([
    [1_100_000, 1_104_000, 5, true],
    [1_105_000, 1_109_000, 5, true],
  ]);
});

test("uploading the same text twice creates one file", async () => {
  const first = await upload("EUR_USD", MINUTES);
  expect(await upload("EUR_USD", MINUTES, "again.csv")).toEqual(first);
  for (let count = 1; count < 10; count += 1)
    await upload("EUR_USD", `${MINUTES}\n2026-05-06T09:5${count}:00Z,1.1,1.1,1.1,1.1,1`);
  await expect(upload("GBP_USD", MINUTES)).rejects.toMatchObject({ code: "too_many_price_files" });
  const replay = await replayOf(first.id);
  const remove = () => removePriceFile(deps, { userId, fileId: first.id });
  await expect(remove()).rejects.toMatchObject({ code: "price_file_in_use" });
  await replay.opened((opened) => setReplay(opened, { end: true }, clock.now()));
  await remove();
  await expect(remove()).rejects.toMatchObject({ code: "price_file_unknown" });
  await expect(replayOf(first.id)).rejects.toMatchObject({ code: "price_file_unknown" });
  // The file's prices are deleted, but the events of its replay still show their price source.
  deps = { ...deps, files: marketOfFiles(file.database, deps.past) };
  expect((await replay.view()).board.label).toContain("may.csv");
});

test("a network's 61st upload is refused, even if earlier uploads were refused", async () => {
  const codes = new Set<unknown>();
  for (let count = 0; count < 60; count += 1) {
    if (count % 10 === 0) userId = await saver(file.database, 0n);
    const text = count % 2 === 0 ? MINUTES : "no prices";
    codes.add(
      await upload("EUR_USD", text).then(
        () => "kept",
        (error: Refusal) => error.code,
      ),
    );
  }
  expect([...codes]).toEqual(["kept", "prices_head"]);
  userId = await saver(file.database, 0n);
  const refused = { code: "too_many_uploads", status: 429 };
  await expect(upload("EUR_USD", MINUTES)).rejects.toMatchObject(refused);
  const full = ip;
  ip = newAddress();
  await upload("EUR_USD", MINUTES);
  ip = full;
  clock.advance(3_600_000);
  await upload("GBP_USD", MINUTES);
});

test("an upload is not stored if its user is deleted at the same time", async () => {
  const { id } = await upload("EUR_USD", MINUTES);
  await file.database.query("update users_users set deleted_at = now() where id = $1", [userId]);
  await expect(upload("GBP_USD", MINUTES)).rejects.toMatchObject({ code: "session_ended" });
  await expect(replayOf(id)).rejects.toMatchObject({ code: "session_ended" });
});

test("a user cannot replay another user's file", async () => {
  const { id } = await upload("EUR_USD", MINUTES);
  userId = await saver(file.database, 1n);
  await expect(replayOf(id)).rejects.toMatchObject({ code: "price_file_unknown" });
  await expect(removePriceFile(deps, { userId, fileId: id })).rejects.toMatchObject({
    code: "price_file_unknown",
  });
});

test("the profit of a pair without the dollar is converted at the ECB's rates", async () => {
  await expect(upload("EUR_CHF", MINUTES)).rejects.toMatchObject({ code: "price_file_conversion" });
  const { id } = await upload("EUR_CHF", MINUTES.replaceAll("2026-05-06", "2015-05-06"));
  const replay = await replayOf(id);
  await replay.opened(({ desk }) => order(desk, userId, { units: "10000", instrument: "EUR_CHF" }));
  await replay.jump("2015-05-06T09:39:00Z");
  const { account, board } = await replay.view();
  // A profit of 89.50 francs, at about 1.08 dollars each in May 2015.
  expect(Number(account.unrealisedCents)).toBeGreaterThan(9_300);
  expect(Number(account.unrealisedCents)).toBeLessThan(10_100);
  expect(board.label).toContain("Converted at the ECB's rates.");
});
