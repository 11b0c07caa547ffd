import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase, type Database } from "#platform";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { plainRequest } from "../../../test/support/servers/sign-in-server.ts";
import { insertBlock, setBlockState } from "../blocks/blocks-table.ts";
import { writeHeartbeat } from "../work/instances-table.ts";
import { postBatch } from "../work/post-batch.ts";
import { difficultyText, hashRateText, minersFigures, poolRoutes } from "./routes.ts";

const file = fileDatabase();
let asPool: Database;
beforeAll(() => {
  asPool = openDatabase(file.poolUrl, { connectionsMax: 1 });
});
afterAll(() => asPool.close());

const NOW = new Date("2030-01-01T12:05:00Z");
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);
const input = { ...plainRequest, caller: undefined };
const state = { host: "0.0.0.0", port: 3333, tlsPort: null };

const routes = (network: "regtest" | "signet" = "regtest", blockSeconds = 30) =>
  poolRoutes({
    database: file.database,
    clock: { now: () => NOW },
    network,
    blockSeconds,
    raiseWaitHours: 24,
    pool: () => ({ ...state, connections: 3, templateAt: NOW, journalBytes: 0 }),
  });
const figures = (...of: Parameters<typeof routes>) => routes(...of).getPool(input);

test("figures are null before the first share", async () => {
  expect(await figures()).toMatchObject({
    isMonitored: false,
    connections: null,
    hashRateThs: null,
    houseHashRateThs: null,
    minersHashRateThs: null,
    workers: null,
    lastShareAt: null,
    templateAgeSeconds: null,
    blocks: { found: 0, orphaned: 0, rejected: 0 },
  });
});

test("the house rig's hash rate is shown separately", async () => {
  const ann = randomUUID();
  const share = (userId: string | null, seconds: number, workMicros: number) => ({
    userId,
    worker: "rig",
    acceptedAt: ago(seconds),
    workMicros,
    shareMicros: 1n,
    hash: "ab".repeat(32),
  });
  const shares = [
    share(randomUUID(), 2_000, 3_000_000),
    share(ann, 100, 1_000_000),
    share(null, 100, 1_000_000),
  ];
  await postBatch(asPool, { id: randomUUID(), instanceId: randomUUID(), shares });
  const instance = { id: randomUUID(), host: "0.0.0.0", port: 3333, startedAt: NOW };
  const beat = { connections: 3, templateAt: ago(7), templateHeight: 102, lastShareAt: ago(100) };
  await writeHeartbeat(asPool, instance, { ...beat, at: ago(1) });
  // 2^32 / 2,000 s = 2,147,483 H/s. The measured period starts with the pool's first share.
  expect(await figures()).toMatchObject({
    isMonitored: true,
    address: state,
    connections: 3,
    minersHashRateThs: "0.000002147483",
    houseHashRateThs: "0.000002147483",
    hashRateThs: "0.000004294967",
    workers: 1,
    lastShareAt: ago(100),
    templateAgeSeconds: 7,
    blockDifficulty: "0.00002",
  });
  const ofMiners = (uncounted: string) => minersFigures(file.database, NOW, uncounted);
  const nobody = "select null::uuid where false";
  expect(await ofMiners(nobody)).toMatchObject({ hashRateThs: "0.000002147483" });
  expect(await ofMiners(`select '${ann}'::uuid`)).toMatchObject({ hashRateThs: null });
  const none = { blockDifficulty: null, canFindBlocks: false };
  expect(await figures("signet")).toMatchObject(none);
  expect(await figures("regtest", 0)).toMatchObject(none);
});

test("connections of a pool that missed five heartbeats are not counted", async () => {
  const killed = { id: randomUUID(), host: "0.0.0.0", port: 3334, startedAt: ago(60) };
  const beat = { connections: 10, templateAt: ago(20), templateHeight: 102, lastShareAt: ago(20) };
  await writeHeartbeat(asPool, killed, { ...beat, at: ago(9) });
  expect(await figures()).toMatchObject({ isMonitored: true, connections: 13 });
  await writeHeartbeat(asPool, killed, { ...beat, at: ago(10) });
  expect(await figures()).toMatchObject({ isMonitored: true, connections: 3 });
});

test("blocks are listed newest first and without their finders", async () => {
  for (let height = 1; height <= 5; height += 1) {
    const hash = height.toString(16).padStart(64, "0");
    await insertBlock(asPool, {
      hash,
      height,
      userId: height === 1 ? null : randomUUID(),
      worker: "rig",
      foundAt: NOW,
      shareMicros: 2_500_000n,
      rewardSats: 5_000_000_000n,
    });
    if (height === 2) await setBlockState(asPool, hash, { state: "rejected", reason: "high-hash" });
  }
  const list = (cursor?: string) =>
    routes().listPoolBlocks({ ...input, query: { cursor, limit: 3 } });
  const first = await list();
  expect(first.items.map(({ height, by }) => [height, by])).toEqual([
    [5, "miner"],
    [4, "miner"],
    [3, "miner"],
  ]);
  const second = await list(first.nextCursor ?? "");
  expect(second).toMatchObject({
    items: [
      { height: 2, state: "rejected", reason: "high-hash", shareDifficulty: "2.5" },
      { height: 1, by: "house", rewardSats: 5_000_000_000n },
    ],
    nextCursor: null,
  });
  await expect(list("5")).rejects.toMatchObject({ code: "invalid_pool_cursor" });
  expect((await figures()).blocks).toEqual({ found: 5, orphaned: 0, rejected: 1 });
});

test("posted terms are public but do not name the administrators", async () => {
  const start = new Date("2024-05-09T00:00:00Z");
  expect(await routes().getPoolTerms(input)).toEqual({
    block: [
      { validFrom: start, source: "Starting rule of this product", shareDifficulty: "0.00002" },
    ],
    pay: [
      {
        validFrom: start,
        source: "Starting caps of this product",
        personDailySats: 1_000_000n,
        installationDailySats: 10_000_000n,
      },
    ],
    payInForce: { personDailySats: 1_000_000n, installationDailySats: 10_000_000n },
    raiseWaitHours: 24,
  });
});

test.each([
  [20n, "0.00002"],
  [1_000_000n, "1"],
  [83_148_355_189_239_760_000n, "83148355189239.76"],
])("%s millionths are shown as difficulty %s", (micros, text) => {
  expect(difficultyText(micros)).toBe(text);
});

test("one share of difficulty 1 per second is 2^32 hashes per second", () => {
  expect(hashRateText(1_000_000n, 1)).toBe("0.004294967296");
});
