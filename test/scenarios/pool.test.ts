/**
 * Tests the pool as a miner uses it over TCP: a share counts once, acknowledged shares survive a
 * kill, and a share can become the block that confirms a user's coins.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase, type Database } from "#platform";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi, eventually, signUp, type Person } from "../support/people/person.ts";
import { pseudoRandom } from "../support/inputs/pseudo-random.ts";
import { length } from "../support/seeds.ts";
import { childOf } from "../support/servers/processes.ts";
import { startServer, type InstalledServer } from "../support/servers/server.ts";
import { connectStratum, type StratumClient } from "../support/chain/stratum-client.ts";
import { listenTo } from "../support/servers/stream-listener.ts";

/** Difficulty at which finding a share takes a few tenths of a second. */
const DIFFICULTY = 0.00002;
const JOB_NOT_FOUND = 21;
const KILLS = length(1, 50);

let server: InstalledServer;
let database: Database;
let person: Person;
let name: string;

beforeAll(async () => {
  server = await startServer({ env: { BLOCK_SECONDS: "1" } });
  database = openDatabase(server.databaseUrl, { connectionsMax: 2 });
  person = await signUp(server.url, "Pia");
  ({ miningName: name } = await person.call("getMe"));
});
afterAll(async () => {
  await database.close();
  await server.close();
});

const port = async (): Promise<number> => {
  const rows = await eventually(
    "the pool says where it listens",
    () => database.query<{ port: number }>("select port from pool_instances"),
    (blocks) => blocks.length > 0,
  );
  return rows.at(-1)?.port ?? 0;
};

async function mineAs(worker: string): Promise<StratumClient> {
  const miner = await connectStratum(await port());
  await miner.call("mining.subscribe", "scenario/1");
  const password = `x,d=${DIFFICULTY}`;
  expect((await miner.call("mining.authorize", `${name}.${worker}`, password)).result).toBe(true);
  await miner.work();
  return miner;
}

const submit = (miner: StratumClient, worker: string, share: readonly string[]) =>
  miner.call("mining.submit", `${name}.${worker}`, ...share);

/**
 * Finds and submits a share, and returns the pool's response. If a new block makes the share stale,
 * it tries again on the new block.
 */
async function mineShare(miner: StratumClient, worker: string) {
  for (;;) {
    const share = miner.findShare();
    const answer = await submit(miner, worker, share);
    if (answer.error?.[0] !== JOB_NOT_FOUND) return answer;
  }
}

/**
 * Submits the same share twice at the same time, so that no block can arrive between the two
 * submissions.
 */
async function mineShareTwice(miner: StratumClient, worker: string) {
  for (;;) {
    const share = miner.findShare();
    const [first, second] = await Promise.all([
      submit(miner, worker, share),
      submit(miner, worker, share),
    ]);
    if (first.error?.[0] !== JOB_NOT_FOUND) return { first, second };
  }
}

const recorded = () =>
  database.query<{ name: string; shares: number; work: string }>(
    `select w.name, w.shares::int as shares, a.work_micros::text as work from pool_workers w
     join pool_work_accounts a on a.user_id = w.user_id order by w.name`,
  );

test("a share counts once and only for its owner", async () => {
  const stranger = await signUp(server.url, "Stranger");
  const [ownStream, otherStream] = [
    await listenTo(server, person),
    await listenTo(server, stranger),
  ];
  const miner = await mineAs("rig");
  const { first, second } = await mineShareTwice(miner, "rig");
  expect(first.result).toBe(true);
  expect(second.error?.[0]).toBe(22);
  const unknown = await miner.call("mining.authorize", "nobody-has-this.rig", "x");
  expect(unknown.error).toEqual([24, "Unauthorized worker", null]);
  const house = await miner.call("mining.authorize", "_house.rig", "guess");
  expect(house.error?.[0]).toBe(24);
  await eventually("the share is recorded", recorded, (rows) => rows[0]?.shares === 1);
  expect(await recorded()).toEqual([{ name: "rig", shares: 1, work: "20" }]);
  // The event is sent only to the owner's pages.
  const news = { type: "event", topic: "me", data: { what: "workers" } };
  await expect.poll(() => ownStream.received).toContainEqual(news);
  expect((await person.call("listWorkers")).items).toMatchObject([
    { name: "rig", shares: 1, state: "working" },
  ]);
  expect(otherStream.received).not.toContainEqual(news);
  expect((await stranger.call("listWorkers")).items).toEqual([]);
  for (const stream of [ownStream, otherStream]) stream.hangUp();
  miner.close();
});

async function mineOnceThere(worker: string): Promise<StratumClient> {
  const miner = await eventually(
    "the pool is there",
    () => mineAs(worker).catch(() => undefined),
    (there) => there !== undefined,
  );
  if (!miner) throw new Error("no miner");
  return miner;
}

/**
 * Mines until the connection ends. Returns the work of each acknowledged share, in millionths, and
 * the work of the share that received no response. The work varies, because the pool raises the
 * difficulty for fast miners.
 */
async function mineUntilCut(miner: StratumClient, worker: string) {
  const acknowledged: bigint[] = [];
  for (;;) {
    const work = miner.difficultyMicros();
    const mined = await mineShare(miner, worker).catch(() => undefined);
    if (!mined) return { acknowledged, unanswered: work };
    expect(mined.result).toBe(true);
    acknowledged.push(work);
  }
}

const sumOf = (works: readonly bigint[]) => works.reduce((sum, work) => sum + work, 0n);

test(
  "acknowledged shares survive SIGKILL and count exactly once",
  async () => {
    const random = pseudoRandom(KILLS);
    const acknowledged: bigint[] = [];
    const unanswered: bigint[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const miner = await mineOnceThere("killed");
      const mining = mineUntilCut(miner, "killed");
      await sleep(1_000 + random() * 1_000);
      process.kill(childOf(server.pid, "pool"), "SIGKILL");
      const mined = await mining;
      acknowledged.push(...mined.acknowledged);
      unanswered.push(mined.unanswered);
    }
    expect(acknowledged.length).toBeGreaterThan(0);
    const killed = async () => (await recorded()).find(({ name: one }) => one === "killed");
    const { shares = 0, work } =
      (await eventually(
        "all are recorded",
        killed,
        (row) => (row?.shares ?? 0) >= acknowledged.length,
      )) ?? {};
    // Shares that the pool stored, but whose responses were lost in a kill.
    const unacknowledged = shares - acknowledged.length;
    expect(unacknowledged).toBeLessThanOrEqual(KILLS);
    const inOrder = unanswered.toSorted((a, b) => Number(a - b));
    const before = 20n + sumOf(acknowledged);
    expect(BigInt(work ?? 0)).toBeGreaterThanOrEqual(
      before + sumOf(inOrder.slice(0, unacknowledged)),
    );
    expect(BigInt(work ?? 0)).toBeLessThanOrEqual(
      before + sumOf(inOrder.slice(KILLS - unacknowledged)),
    );
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    // Checks that the pool also restarts after the last kill.
    (await mineOnceThere("killed")).close();
    await eventually(
      "no connection of a killed pool is counted",
      () => person.call("getPool"),
      ({ connections }) => connections === 0,
      15_000,
    );
    process.stdout.write(
      `${KILLS} kills: ${acknowledged.length} acknowledged, ${shares} recorded\n`,
    );
  },
  length(60_000, 900_000),
);

test("a miner finds the block that confirms a user's coins", async () => {
  const miner = await mineAs("finder");
  // While miners work, the block producer leaves the first half of the block interval to them.
  await mineShare(miner, "finder");
  await eventually("it is known", recorded, (rows) => rows.some((row) => row.name === "finder"));
  await person.call("requestFaucet", { body: {} });
  const blocks = () =>
    database.query<{ worker: string; state: string }>("select worker, state from pool_blocks");
  await eventually(
    "a share becomes a block",
    async () => {
      await submit(miner, "finder", miner.findShare());
      return blocks();
    },
    (rows) => rows.some(({ state }) => state === "accepted"),
  );
  expect(await blocks()).toContainEqual({ worker: "finder", state: "accepted" });
  miner.close();
  // The chain watcher credits the reward to the platform, as it does for every block.
  await eventually(
    "the block is on the books",
    () =>
      database.query<{ count: number }>(
        "select count(*)::int as count from wallet_blocks join pool_blocks using (hash)",
      ),
    ([row]) => (row?.count ?? 0) >= 1,
  );
});

test("any visitor can read the pool's hash rate and its blocks", async () => {
  // The pool's first heartbeat may precede its first block template. The next heartbeat follows two
  // seconds later.
  const pool = await eventually(
    "the pool reports its template",
    () => callApi(server.url, "getPool", undefined),
    ({ templateAgeSeconds }) => templateAgeSeconds !== null,
  );
  expect(pool).toMatchObject({
    isMonitored: true,
    address: { port: await port() },
    houseHashRateThs: null,
    blockDifficulty: "0.00002",
    canFindBlocks: true,
  });
  expect(Number(pool.minersHashRateThs)).toBeGreaterThan(0);
  expect(pool.hashRateThs).toBe(pool.minersHashRateThs);
  expect(pool.templateAgeSeconds).toBeLessThan(60);
  // A late share may become a stored block between the two responses, so retry until they agree.
  const { items } = await eventually(
    "all that were found are listed",
    async () => ({
      ...(await callApi(server.url, "listPoolBlocks", undefined)),
      ...(await callApi(server.url, "getPool", undefined)).blocks,
    }),
    (listed) => listed.items.length === listed.found,
  );
  expect(items.at(-1)).toMatchObject({ by: "miner", reason: null });
});

test("malformed bytes get an error or close the socket", async () => {
  for (const text of ["GET / HTTP/1.1\r\n\r\n", "\u0016\u0003\u0001", "x".repeat(5_000)]) {
    const stranger = await connectStratum(await port());
    stranger.write(text);
    await stranger.closed;
  }
  const miner = await mineAs("rig");
  expect((await miner.call("mining.multi_version", 1)).error?.[0]).toBe(20);
  miner.close();
});
