/** Tests receipts of mining statements and Forex fills: they verify, and forgeries are named. */
import { beforeAll, expect, test } from "vitest";
import { receiptsApi } from "#api/receipts";
import type { BitcoinNode } from "#bitcoin";
import { openMasterKey } from "#platform";
import { checkFile } from "#receipts";
import { alter, placesIn } from "../../../test/support/inputs/alter-json.ts";
import { pseudoRandom } from "../../../test/support/inputs/pseudo-random.ts";
import { userWith } from "../../../test/support/money/books.ts";
import { deskDeps, order, START, trader } from "../../../test/support/money/forex.ts";
import { forexMarketAt, type MovedMarket } from "../../../test/support/money/forex-market.ts";
import { fundTreasury, miningDeps, moneyRequest } from "../../../test/support/money/mining.ts";
import { operator } from "../../../test/support/money/operator-products.ts";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { wireOf } from "../../../test/support/servers/route-input.ts";
import { memoryFolder } from "../../../test/support/servers/scratch-folder.ts";
import { newestSeed } from "../../../test/support/seeds.ts";
import { buyContract } from "../../mining/plans/buy-contract.ts";
import { payOutDue } from "../../mining/payouts/payout-round.ts";
import { startMining } from "../../mining/start-mining.ts";
import { closePosition } from "../../forex/orders/close-trade.ts";
import { updateLog } from "../log/log-worker.ts";
import { readReceipt } from "./read-receipt.ts";

const HOUR_MS = 3_600_000;
const FORGERIES = 300;
const DAYS_BEFORE = "2026-09-14T09:00:00Z";
const AFTER_THE_DAY = "2026-09-17T09:00:00Z";

const file = fileDatabase({ connectionsMax: 4 });
const masterKey = openMasterKey(memoryFolder());
let market: MovedMarket;
// The log begins before the day of the fills.
let now = new Date(DAYS_BEFORE);

beforeAll(async () => {
  market = await forexMarketAt(file.database, START);
  await updateLog({ ...operator, ...deps() });
  now = new Date(START);
});

function deps() {
  // Receipts of products need no chain.
  const node = { network: "regtest" } as BitcoinNode;
  return { database: file.database, node, market, masterKey, clock: { now: () => now } };
}

const wire = wireOf(receiptsApi);

/** Receipts of the tests above, which the last test forges. */
const receipts: object[] = [];

interface AnyReceipt {
  readonly statement: { readonly payoutSats: number };
  readonly fill: { readonly day: { readonly seed: string | null } };
}

async function receiptOf(kind: "mining" | "fill", userId: string, id: string) {
  const answer = await readReceipt(deps(), { kind, userId, id, site: "https://floor.test" });
  return wire("getReceipt", answer) as AnyReceipt;
}

/** Returns `state name` of each check. */
function linesOf(receipt: unknown): readonly string[] {
  const result = checkFile(JSON.stringify(receipt), {});
  if (result.state === "refused") return [result.text];
  return result.checks.map(({ state, name }) => `${state} ${name}`);
}

test("the receipt of a mining statement adds up again", async () => {
  const { database } = file;
  await fundTreasury(database, 10_000_000n);
  const mining = miningDeps(database);
  const userId = await userWith(database, { sats: 165_000n });
  await buyContract(mining, { request: moneyRequest(userId, "buy"), planId: "starter-rig" });
  await startMining(mining, { userId });
  mining.clock.advance(HOUR_MS);
  await payOutDue(mining);
  const [payout] = await database.query<{ id: string }>(
    "select id from mining_payouts where user_id = $1",
    [userId],
  );
  const receipt = await receiptOf("mining", userId, payout?.id ?? "");
  const names = linesOf(receipt);
  expect(names).toEqual(expect.arrayContaining(["ok arithmetic", "ok ledger"]));
  expect(names.filter((line) => line.startsWith("failed"))).toEqual([]);
  receipts.push(receipt);
  const { statement } = receipt;
  const raised = { ...receipt, statement: { ...statement, payoutSats: statement.payoutSats + 1 } };
  expect(linesOf(raised)).toEqual(
    expect.arrayContaining(["failed signature", "failed arithmetic", "failed ledger"]),
  );
  const stranger = await userWith(database, { sats: 1n });
  await expect(receiptOf("mining", stranger, payout?.id ?? "")).rejects.toMatchObject({
    code: "receipt_not_found",
  });
});

test("the receipt of a fill is recomputed from the seed once it is published", async () => {
  const still = deskDeps(file.database, { feed: market.feed });
  // The market's clock moves with the desk's.
  const until = async (timeMs: number) => {
    await still.until(timeMs);
    market.moveTo(still.clock.now().toISOString());
  };
  const desk = { ...still, until };
  const userId = await trader(desk);
  await order(desk, userId, { units: "120000" });
  desk.clock.advance(600_000);
  market.moveTo(desk.clock.now().toISOString());
  await closePosition(
    desk,
    { request: moneyRequest(userId, "close"), instrument: "EUR_USD" },
    ({ id }) => id,
  );
  const fills = await file.database.query<{ id: number }>(
    "select id from forex_transactions where user_id = $1 and type = 'ORDER_FILL' order by id",
    [userId],
  );
  expect(fills).toHaveLength(2);
  for (const { id } of fills)
    expect(linesOf(await receiptOf("fill", userId, String(id)))).toEqual(
      expect.arrayContaining(["ok price", "ok ledger", "not checked tick"]),
    );
  now = new Date(AFTER_THE_DAY);
  market.moveTo(AFTER_THE_DAY);
  for (const { id } of fills) {
    const receipt = await receiptOf("fill", userId, String(id));
    expect(linesOf(receipt)).toEqual(
      expect.arrayContaining([
        "ok price",
        "ok ledger",
        "ok commitment",
        "ok seed",
        "ok tick",
        "ok latency",
      ]),
    );
    receipts.push(receipt);
    const { fill } = receipt;
    const other = { ...receipt, fill: { ...fill, day: { ...fill.day, seed: "ab".repeat(32) } } };
    expect(linesOf(other)).toContain("failed seed");
    const day = { ...fill.day, commitment: "ab".repeat(32) };
    expect(linesOf({ ...receipt, fill: { ...fill, day } })).toContain("failed commitment");
    expect(linesOf({ ...receipt, fill: { ...fill, price: "1.00000" } })).toContain("failed price");
  }
  await expect(receiptOf("fill", userId, "1")).rejects.toMatchObject({
    code: "receipt_not_found",
  });
});

test.each(newestSeed)(`none of ${FORGERIES} random changes passes (seed %i)`, (seed) => {
  const random = pseudoRandom(seed);
  expect(receipts).toHaveLength(3);
  for (let round = 0; round < FORGERIES; round += 1) {
    const forged = structuredClone(receipts[round % receipts.length] ?? {});
    const places = placesIn(forged);
    const place = places[Math.floor(random() * places.length)] ?? [];
    alter(forged, place, random);
    const result = checkFile(JSON.stringify(forged), {});
    const isRefused =
      result.state === "refused" || result.checks.some(({ state }) => state === "failed");
    expect(isRefused, `round ${round}: ${place.join(".")}`).toBe(true);
  }
});
