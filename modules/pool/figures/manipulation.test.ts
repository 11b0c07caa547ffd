/** Tests that miners cannot distort the pool's public figures. */
import { randomUUID } from "node:crypto";
import { openDatabase, type Database } from "#platform";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { plainRequest } from "../../../test/support/servers/sign-in-server.ts";
import { writeHeartbeat } from "../work/instances-table.ts";
import { postBatch } from "../work/post-batch.ts";
import { insertBlock } from "../blocks/blocks-table.ts";
import { minersFigures, poolRoutes } from "./routes.ts";

const MINERS = 20;
const NOW = new Date("2030-01-01T12:05:00Z");
const NOBODY = "select null::uuid where false";
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);

const file = fileDatabase();
let asPool: Database;
beforeAll(() => {
  asPool = openDatabase(file.poolUrl, { connectionsMax: 1 });
});
afterAll(() => asPool.close());

const figures = (uncounted = NOBODY) =>
  poolRoutes({
    database: file.database,
    clock: { now: () => NOW },
    network: "regtest",
    blockSeconds: 30,
    raiseWaitHours: 24,
    uncounted,
    pool: undefined,
  }).getPool({ ...plainRequest, caller: undefined });

async function connect(connections: number): Promise<void> {
  const instance = { id: randomUUID(), host: "0.0.0.0", port: 3333, startedAt: NOW };
  const beat = { connections, templateAt: ago(7), templateHeight: 102, lastShareAt: undefined };
  await writeHeartbeat(asPool, instance, { ...beat, at: ago(1) });
}

const share = (userId: string, worker: string, number: number) => ({
  userId,
  worker,
  acceptedAt: ago(60),
  workMicros: 1,
  shareMicros: 1n,
  hash: number.toString(16).padStart(64, "0"),
});

test("idle connections do not increase the number of miners or the hash rate", async () => {
  await connect(MINERS);
  expect(await figures()).toMatchObject({ workers: 0, minersHashRateThs: null });
  expect(await minersFigures(file.database, NOW, NOBODY)).toMatchObject({ hashRateThs: null });
});

test("twenty worker names of one account count as one miner", async () => {
  const ann = randomUUID();
  const names = Array.from({ length: MINERS }, (_, number) => share(ann, `rig${number}`, number));
  await postBatch(asPool, { id: randomUUID(), instanceId: randomUUID(), shares: names });
  expect(await figures()).toMatchObject({ workers: 1 });
  expect(await figures(`select '${ann}'::uuid`)).toMatchObject({ workers: 0 });
});

test("the landing page's hash rate excludes anonymous accounts", async () => {
  const ben = randomUUID();
  const shares = Array.from({ length: MINERS }, (_, number) => share(ben, "rig", 100 + number));
  const before = await minersFigures(file.database, NOW, `select '${ben}'::uuid`);
  await postBatch(asPool, { id: randomUUID(), instanceId: randomUUID(), shares });
  expect(await minersFigures(file.database, NOW, `select '${ben}'::uuid`)).toEqual(before);
});

test("a share sent twenty times is counted once", async () => {
  const carl = randomUUID();
  const other = share(carl, "rig", 200);
  const instanceId = randomUUID();
  const batch = { id: randomUUID(), instanceId, shares: [other] };
  await postBatch(asPool, batch);
  const once = await minersFigures(file.database, NOW, NOBODY);
  for (let again = 0; again < MINERS; again += 1) {
    await postBatch(asPool, batch);
    await postBatch(asPool, { id: randomUUID(), instanceId, shares: [other] });
  }
  expect(await minersFigures(file.database, NOW, NOBODY)).toEqual(once);
});

test("a block submitted twenty times is listed once", async () => {
  const block = {
    hash: "ab".repeat(32),
    height: 7,
    userId: randomUUID(),
    worker: "rig",
    foundAt: NOW,
    shareMicros: 20n,
    rewardSats: 5_000_000_000n,
  };
  for (let again = 0; again < MINERS; again += 1) await insertBlock(asPool, block);
  expect(await figures()).toMatchObject({ blocks: { found: 1, orphaned: 0, rejected: 0 } });
});
