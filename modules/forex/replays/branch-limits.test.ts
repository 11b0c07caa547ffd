/** Tests refused, repeated and concurrent starts of branches. */
import { Outage, type DatabaseTransaction, type Queryable } from "#platform";
import { beforeEach, expect, test } from "vitest";
import { newAddress, saver } from "../../../test/support/money/earn.ts";
import {
  moneyRequest,
  movableClock,
  type MovableClock,
} from "../../../test/support/money/mining.ts";
import { playerOf, playReplay } from "../../../test/support/money/play-replay.ts";
import { replayDeps } from "../../../test/support/money/replay.ts";
import { wholeAccount } from "../../../test/support/money/replay-trader.ts";
import { fileDatabase, waitingForLocks } from "../../../test/support/servers/database.ts";
import { addPriceFile, removePriceFile } from "../price-files/add-price-file.ts";
import { branchReplay, type BranchSubject } from "./branch-replay.ts";
import type { ReplayDeps } from "./open-replay.ts";
import { countRunning } from "./replays-table.ts";

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
const begin = (subject: Parameters<typeof playReplay>[2] = TUESDAY) =>
  playReplay(deps, userId, subject);
const start = (subject: BranchSubject, request = moneyRequest(userId, "startReplay", subject)) =>
  branchReplay(deps, { request, ip, subject, pace: 0 });
const branch = async (subject: BranchSubject) => playerOf(deps, userId, (await start(subject)).id);
const look = (replayId: string) => wholeAccount(deps, { userId, replayId });
const at = (time: string) => new Date(time);

test("a repeated request starts one branch, and two requests start two", async () => {
  const parent = await begin();
  await parent.order({ instrument: "EUR_USD", units: "3000" });
  const subject = { branchOf: parent.id, at: TUESDAY.startsAt };
  const request = moneyRequest(userId, "startReplay", subject);
  const [first, repeated] = [await start(subject, request), await start(subject, request)];
  expect(repeated).toEqual(first);
  const both = await Promise.all([start(subject), start(subject)]);
  expect(new Set([first, ...both].map(({ id }) => id)).size).toBe(3);
  await start(subject);
  await expect(start(subject)).rejects.toMatchObject({ code: "too_many_replays" });
});

test("a repeated request is answered although a new one would be refused", async () => {
  const parent = await begin();
  const subject = { branchOf: parent.id, at: TUESDAY.startsAt };
  const request = moneyRequest(userId, "startReplay", subject);
  const first = await start(subject, request);
  await changeBalance(parent, -1);
  expect(await start(subject, request)).toEqual(first);
  for (let count = 0; count < 3; count += 1)
    await start({ branchOf: first.id, at: TUESDAY.startsAt });
  expect(await start(subject, request)).toEqual(first);
  await expect(start(subject)).rejects.toMatchObject({ code: "too_many_replays" });
  const other = { ...request, requestHash: "0".repeat(64) };
  await expect(start(subject, other)).rejects.toMatchObject({ code: "idempotency_key_reused" });
});

test("a request that waits while its first run ends receives the first answer", async () => {
  const parent = await begin();
  const subject = { branchOf: parent.id, at: TUESDAY.startsAt };
  const first = await branch(subject);
  await first.set({ end: true });
  for (let count = 0; count < 3; count += 1) await start(subject);
  const request = moneyRequest(userId, "startReplay", subject);
  const { repeating } = await file.database.transaction(async (tx) => {
    await countRunning(tx, userId);
    const started = start(subject, request);
    await expect.poll(() => waitingForLocks(file.database)).toBe(1);
    await tx.query("update forex_replays set ended_at = null where id = $1", [first.id]);
    await tx.query(
      `insert into platform_idempotency (user_id, route, key, request_hash, status, body)
       values ($1, $2, $3, $4, 200, jsonb_build_object('id', $5::text))`,
      [userId, request.route, request.key, request.requestHash, first.id],
    );
    return { repeating: started };
  });
  expect(await repeating).toEqual({ id: first.id });
  await expect(start(subject)).rejects.toMatchObject({ code: "too_many_replays" });
});

test("the limits are checked before the account is computed", async () => {
  const parent = await begin();
  const subject = { branchOf: parent.id, at: TUESDAY.startsAt };
  for (let count = 0; count < 4; count += 1) await start(subject);
  await changeBalance(parent, -1);
  await expect(start(subject)).rejects.toMatchObject({ code: "too_many_replays" });
  await parent.set({ end: true });
  await expect(start(subject)).rejects.toMatchObject({ code: "branch_incomplete" });
  await insertBranches(parent.id, 46);
  await expect(start(subject)).rejects.toMatchObject({ code: "too_many_branches" });
  clock.set("2026-09-17T09:00:01Z");
  await expect(start(subject)).rejects.toMatchObject({ code: "branch_incomplete" });
});

test("a failure while the account is copied leaves no branch", async () => {
  const parent = await begin();
  await parent.order({ instrument: "EUR_USD", units: "3000" });
  const subject = { branchOf: parent.id, at: (await look(parent.id)).at };
  const request = moneyRequest(userId, "startReplay", subject);
  const { database } = deps;
  const right = deps;
  const failing = watchedDatabase((text) => {
    if (text.startsWith("insert into forex_transactions")) throw new Outage("database", "x");
  });
  deps = { ...deps, database: failing };
  await expect(start(subject, request)).rejects.toThrow(Outage);
  deps = right;
  const count = "select count(*)::int as n from forex_replays where branch_of = $1";
  expect(await database.query(count, [parent.id])).toEqual([{ n: 0 }]);
  const { id } = await start(subject, request);
  expect((await look(id)).rows).toEqual((await look(parent.id)).rows);
});

test("a branch that starts while its parent trades has a state between two orders", async () => {
  const parent = await begin();
  const states = [(await look(parent.id)).rows.events.length];
  const begun: Promise<{ readonly id: string }>[] = [];
  // The second and the fourth order close trades, which changes the balance.
  const units = ["1000", "-1000", "2000", "-1000"];
  for (const size of units) {
    const { at: now } = await look(parent.id);
    const trading = parent.order({ instrument: "EUR_USD", units: size });
    begun.push(start({ branchOf: parent.id, at: now }));
    await trading;
    states.push((await look(parent.id)).rows.events.length);
  }
  for (const [count, started] of begun.entries()) {
    const { rows } = await look((await started).id);
    expect(rows.events).toHaveLength(states[count] ?? -1);
    expect(rows.open.map((trade) => trade.units)).toEqual([[], [1_000], [], [2_000]][count]);
  }
});

test("a branch that waits for its parent's order reads the balance after it", async () => {
  const parent = await begin();
  await parent.order({ instrument: "EUR_USD", units: "3000" });
  const { at: now } = await look(parent.id);
  await changeBalance(parent, -1);
  const started = await file.database.transaction(async (tx) => {
    await tx.query("select from forex_accounts where user_id = $1 for update", [parent.id]);
    const starting = start({ branchOf: parent.id, at: now });
    await expect.poll(() => waitingForLocks(file.database)).toBe(1);
    await changeBalance(parent, 1, tx);
    return { starting };
  });
  const { id } = await started.starting;
  expect((await look(id)).rows).toEqual((await look(parent.id)).rows);
});

test("another user's replay and a removed price file are refused", async () => {
  const parent = await begin();
  const stranger = await saver(file.database, 1n);
  const subject = { branchOf: parent.id, at: TUESDAY.startsAt };
  const request = moneyRequest(stranger, "startReplay", subject);
  await expect(start(subject, request)).rejects.toMatchObject({ code: "replay_unknown" });
  const text = "time,bid,ask\n2026-05-06T09:30:00Z,1.1,1.1001\n2026-05-06T09:31:00Z,1.2,1.2001";
  const own = { userId, ip: newAddress(), name: "may.csv", instrument: "EUR_USD" };
  async function* parts() {
    yield Buffer.from(text);
  }
  const { id: priceFile } = await addPriceFile(deps, { ...own, parts: parts() });
  const ofFile = await begin({ priceFile });
  const fileStart = { branchOf: ofFile.id, at: at("2026-05-06T09:30:00Z") };
  const again = await branch(fileStart);
  expect((await again.view()).replay.priceFileId).toBe(priceFile);
  await again.set({ end: true });
  await ofFile.set({ end: true });
  await removePriceFile(deps, { userId, fileId: priceFile });
  await expect(start(fileStart)).rejects.toMatchObject({ code: "price_file_unknown" });
});

test("a replay whose records do not explain its account is refused", async () => {
  const parent = await begin();
  await parent.order({ instrument: "EUR_USD", units: "3000" });
  await changeBalance(parent, -1);
  const subject = { branchOf: parent.id, at: TUESDAY.startsAt };
  await expect(start(subject)).rejects.toMatchObject({ code: "branch_incomplete" });
});

test("a parent with too many events is refused before its rows are read", async () => {
  const parent = await begin();
  await parent.order({ instrument: "EUR_USD", units: "3000" });
  const queries: string[] = [];
  await file.database.query(
    "update forex_accounts set last_transaction = 10001 where user_id = $1",
    [parent.id],
  );
  deps = { ...deps, database: watchedDatabase((text) => void queries.push(text)) };
  const starting = start({ branchOf: parent.id, at: TUESDAY.startsAt });
  await expect(starting).rejects.toMatchObject({ code: "branch_too_long" });
  expect(queries.filter((text) => text.includes("for update"))).toHaveLength(1);
  expect(queries.filter((text) => /from forex_(trades|transactions)/.test(text))).toEqual([]);
});

test("the events and stop moves that branches copy in 24 hours are limited", async () => {
  const parent = await begin();
  await parent.order({
    instrument: "EUR_USD",
    units: "3000",
    trailingStopLossOnFill: { distance: "0.00400" },
  });
  for (const minute of [1, 2, 3]) await parent.jump(`2024-05-14T13:0${minute}:00Z`);
  const { at: now, rows } = await look(parent.id);
  const moves = await movesOf(parent.id);
  expect(moves).toBeGreaterThan(1);
  const subject = { branchOf: parent.id, at: now };
  const { id } = await start(subject);
  expect(await movesOf(id)).toBe(moves);
  // The branch counts with its copies, but not with its own later moves.
  await playerOf(deps, userId, id).jump("2024-05-14T14:00:00Z");
  expect(await movesOf(id)).toBeGreaterThan(moves);
  await insertBranches(parent.id, 1, 50_000 - 2 * (rows.events.length + moves));
  await start(subject);
  await expect(start(subject)).rejects.toMatchObject({
    code: "too_many_branch_records",
    text: "Your branches can copy at most 50,000 events and stop moves in 24 hours. Choose an earlier moment, or try again later.",
  });
  await start({ branchOf: parent.id, at: TUESDAY.startsAt });
});

/** Returns the number of stored moves of a replay's trailing stops. */
async function movesOf(replayId: string): Promise<number> {
  const [row] = await file.database.query<{ moves: number }>(
    `select count(*)::int as moves from forex_trailing_moves join forex_orders on id = order_id where user_id = $1`,
    [replayId],
  );
  return row?.moves ?? 0;
}

/** Returns the database, which first passes the text of each query in a transaction to `watch`. */
function watchedDatabase(watch: (text: string) => void): ReplayDeps["database"] {
  const { database } = deps;
  const transaction = async <Answer>(work: (tx: DatabaseTransaction) => Promise<Answer>) =>
    database.transaction((tx) =>
      work({
        ...tx,
        query: (text: string, values?: readonly unknown[]) => {
          watch(text);
          return tx.query(text, values);
        },
      } as DatabaseTransaction),
    );
  return Object.assign(Object.create(database), { transaction });
}

/** Changes a replay's balance without an event. */
const changeBalance = (
  { id }: { readonly id: string },
  cents: number,
  queryable: Queryable = file.database,
) =>
  queryable.query("update forex_replays set balance_cents = balance_cents + $2 where id = $1", [
    id,
    cents,
  ]);

/** Inserts ended branches. */
const insertBranches = (parentId: string, count: number, transactions = 0) =>
  file.database.query(
    `insert into forex_replays (id, user_id, title, instrument, begun_at, ended_at, starts_at, clock_at, set_at, pace,
       balance_cents, start_cents, leverage, spread_factor, spread_rule, branch_of, branched_at, branch_transaction)
     select gen_random_uuid(), user_id, title, instrument, $2, $2, starts_at, clock_at, $2, 0, balance_cents, start_cents,
       leverage, spread_factor, spread_rule, id, clock_at, $4
     from forex_replays, generate_series(1, $3) where id = $1`,
    [parentId, clock.now(), count, transactions],
  );
