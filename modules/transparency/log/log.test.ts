/**
 * Tests the public log on a real database: every fact is logged once, the log only grows, a
 * transfer can be proven, and a restore starts a new log.
 */
import { beforeAll, expect, test } from "vitest";
import {
  hashLeaf,
  isIncluded,
  parseCheckpoint,
  parseNote,
  parseVkey,
  rootOfLeaves,
  tilesOf,
  tilePath,
  unpackEntries,
  verifyNote,
  isConsistent,
  consistencyRanges,
  type TreeHead,
} from "#log";
import { outsideAccount, post, userAccount } from "#ledger";
import { beginIncident, endIncident, newUuid, openMasterKey, recordIncident } from "#platform";
import { anonymousIdsSince } from "#users";
import { userWith } from "../../../test/support/money/books.ts";
import { forexMarketAt, type MovedMarket } from "../../../test/support/money/forex-market.ts";
import { hasLeaf, rootOfBodies } from "../../../test/support/money/log-oracle.ts";
import { operator } from "../../../test/support/money/operator-products.ts";
import { asSuperuser, fileDatabase } from "../../../test/support/servers/database.ts";
import { memoryFolder } from "../../../test/support/servers/scratch-folder.ts";
import { plainRequest } from "../../../test/support/servers/sign-in-server.ts";
import { transparencyRoutes } from "../routes.ts";
import { digestTransfers, ledgerInclusion } from "./ledger-digests.ts";
import { openLog } from "./append-leaves.ts";
import { openLogKey } from "./log-key.ts";
import { newestHead, newestLog, readRanges } from "./log-table.ts";
import { updateLog, updateLogIfTimely } from "./log-worker.ts";
import { readPracticeProofs } from "./practice-statement.ts";

const books = fileDatabase({ connectionsMax: 8 });
const masterKey = openMasterKey(memoryFolder());
let market: MovedMarket;
let now = new Date("2026-11-27T12:00:00Z");

beforeAll(async () => {
  market = await forexMarketAt(books.database, now.toISOString());
});

function deps() {
  const { database } = books;
  return { ...operator, database, masterKey, market, clock: { now: () => now } };
}

function later(ms: number): void {
  now = new Date(now.getTime() + ms);
  market.moveTo(now.toISOString());
}

const routes = () =>
  transparencyRoutes({
    ...operator,
    clock: { now: () => now },
    network: "regtest",
    market,
    uncountedSince: anonymousIdsSince,
    masterKey,
  })(books.database);

const request = { ...plainRequest, caller: undefined };

/** Reads a tile as the three routes do. */
function tileAt(path: string): Promise<Uint8Array> {
  const [level = "", first = "", second, third] = path.split("/").slice(1);
  if (third !== undefined && second !== undefined)
    return routes().getLogTileOfThree({ ...request, params: { level, first, second, third } });
  if (second !== undefined)
    return routes().getLogTileOfTwo({ ...request, params: { level, first, second } });
  return routes().getLogTile({ ...request, params: { level, first } });
}

async function publishedHead(): Promise<TreeHead & { readonly origin: string }> {
  const statement = await readPracticeProofs(books.database, masterKey, {});
  const key = parseVkey(statement.log?.vkey ?? "");
  const note = parseNote(await routes().getLogCheckpoint(request));
  const checkpoint = note && parseCheckpoint(note.text);
  if (!key || !note || !checkpoint) throw new Error("no checkpoint");
  expect(verifyNote(note, key)).toBeDefined();
  expect(checkpoint.origin).toBe(key.name);
  return checkpoint;
}

type Body = Readonly<Record<string, unknown>>;

async function publishedBodies(): Promise<Body[]> {
  const { size, root } = await publishedHead();
  const bodies: Uint8Array[] = [];
  for (const tile of tilesOf("entries", size))
    bodies.push(...(unpackEntries(await tileAt(tilePath(tile))) ?? []));
  const hashes: Uint8Array[] = [];
  for (const tile of tilesOf(0, size)) {
    const bytes = await tileAt(tilePath(tile));
    for (let at = 0; at < bytes.length; at += 32)
      hashes.push(Uint8Array.from(bytes.subarray(at, at + 32)));
  }
  expect(hashes).toEqual(bodies.map(hashLeaf));
  expect(rootOfLeaves(hashes)).toEqual(root);
  expect(rootOfBodies(bodies)).toEqual(root);
  return bodies.map((body) => JSON.parse(Buffer.from(body).toString("utf8")) as Body);
}

async function deposit(userId: string, amount: bigint): Promise<string> {
  const id = newUuid();
  const credit = userAccount(userId, "available", "BTC");
  const [results] = await books.database.transaction((tx) =>
    post(tx, [[{ id, debit: outsideAccount("chain"), credit, amount, code: "deposit" }]]),
  );
  expect(results).toEqual(["ok"]);
  return id;
}

test("every public fact is in the log once, and no user is named", async () => {
  const ann = await userWith(books.database, { sats: 1_000n });
  await updateLog(deps());
  const bodies = await publishedBodies();
  const kinds = new Set(bodies.map(({ kind }) => kind));
  expect([...kinds]).toEqual(
    expect.arrayContaining(["origin", "terms", "reference", "commitment", "ledger"]),
  );
  expect(bodies[0]).toMatchObject({ kind: "origin", previous: null });
  expect(JSON.stringify(bodies)).not.toContain(ann);
  const { size } = await publishedHead();
  await updateLog(deps());
  expect((await publishedHead()).size).toBe(size);
  const page = await routes().getTransparency(request);
  for (const { kind, subject, values } of page.terms)
    expect(bodies).toContainEqual(
      expect.objectContaining({ kind: "terms", termKind: kind, subject, values }),
    );
});

test("commitments of the desk are logged before their days, and seeds after them", async () => {
  later(86_400_000);
  await market.days.keepUp();
  await updateLog(deps());
  const bodies = await publishedBodies();
  const seeds = bodies.filter(({ kind }) => kind === "seed");
  expect(seeds.length).toBeGreaterThan(0);
  for (const { date } of seeds) {
    const commitment = bodies.find((one) => one["kind"] === "commitment" && one["date"] === date);
    expect(commitment).toBeDefined();
  }
  const ahead = bodies.filter(
    ({ kind, date }) => kind === "commitment" && String(date) > now.toISOString().slice(0, 10),
  );
  expect(ahead.length).toBeGreaterThanOrEqual(30);
});

test("a transfer is proven by its digest and the newest checkpoint", async () => {
  const ann = await userWith(books.database, {});
  const ids: string[] = [];
  for (let count = 1; count <= 20; count += 1) ids.push(await deposit(ann, BigInt(count)));
  expect(await ledgerInclusion(books.database, ids[0] ?? "")).toBeUndefined();
  later(300_000);
  await updateLog(deps());
  const head = await publishedHead();
  for (const [place, id] of ids.entries()) {
    const proof = await ledgerInclusion(books.database, id);
    if (!proof) throw new Error("no proof");
    const transfer = JSON.parse(Buffer.from(proof.leaf).toString("utf8")) as Body;
    expect(transfer).toMatchObject({ id, debit: "chain", amount: String(place + 1) });
    const digest = JSON.parse(Buffer.from(proof.log.body).toString("utf8")) as Body;
    const root = Uint8Array.from(Buffer.from(String(digest["root"]), "hex"));
    expect(digest).toMatchObject({ kind: "ledger", transfers: proof.transfers });
    const inDigest = { index: proof.index, leafHash: hashLeaf(proof.leaf), path: proof.path };
    expect(isIncluded(inDigest, { size: proof.transfers, root })).toBe(true);
    expect(hasLeaf(inDigest, { size: proof.transfers, root })).toBe(true);
    const { index, body, path, checkpoint } = proof.log;
    const inLog = { index, leafHash: hashLeaf(body), path };
    expect(isIncluded(inLog, head)).toBe(true);
    expect(checkpoint).toBe(await routes().getLogCheckpoint(request));
  }
  expect(await ledgerInclusion(books.database, newUuid())).toBeUndefined();
});

test("a transfer that commits late is in the next digest", async () => {
  const ann = await userWith(books.database, {});
  const bob = await userWith(books.database, {});
  const [early, late] = [newUuid(), newUuid()];
  const chain = outsideAccount("chain");
  const issuer = outsideAccount("issuer");
  const to = (userId: string, asset: "BTC" | "USD") => userAccount(userId, "available", asset);
  let finish = (): void => undefined;
  const waiting = new Promise<void>((resolve) => (finish = resolve));
  let isPosted = (): void => undefined;
  const posted = new Promise<void>((resolve) => (isPosted = resolve));
  const slow = books.database.transaction(async (tx) => {
    await post(tx, [
      [{ id: early, debit: issuer, credit: to(ann, "USD"), amount: 1n, code: "practice_grant" }],
    ]);
    isPosted();
    await waiting;
  });
  await posted;
  await books.database.transaction((tx) =>
    post(tx, [[{ id: late, debit: chain, credit: to(bob, "BTC"), amount: 1n, code: "deposit" }]]),
  );
  later(300_000);
  await updateLog(deps());
  expect(await ledgerInclusion(books.database, late)).toBeDefined();
  expect(await ledgerInclusion(books.database, early)).toBeUndefined();
  finish();
  await slow;
  later(300_000);
  await updateLog(deps());
  expect(await ledgerInclusion(books.database, early)).toBeDefined();
});

test("many transfers need several digests, and each transfer is proven", async () => {
  const ann = await userWith(books.database, {});
  const ids = Array.from({ length: 1_100 }, () => newUuid());
  const credit = userAccount(ann, "available", "BTC");
  const debit = outsideAccount("chain");
  await books.database.transaction((tx) =>
    post(
      tx,
      ids.map((id) => [{ id, debit, credit, amount: 1n, code: "deposit" as const }]),
    ),
  );
  const before = (await publishedBodies()).length;
  later(300_000);
  await updateLog(deps());
  const digests = (await publishedBodies()).slice(before).filter(({ kind }) => kind === "ledger");
  expect(digests.map(({ transfers }) => transfers)).toEqual([512, 512, 76]);
  for (const id of [ids[0], ids[511], ids[512], ids[1_099]]) {
    const proof = await ledgerInclusion(books.database, id ?? "");
    expect(JSON.parse(Buffer.from(proof?.leaf ?? []).toString("utf8"))).toMatchObject({ id });
  }
});

test("the log only grew from every earlier checkpoint", async () => {
  const old = await publishedHead();
  await deposit(await userWith(books.database, {}), 5n);
  later(300_000);
  await updateLog(deps());
  const head = await publishedHead();
  expect(head.size).toBeGreaterThan(old.size);
  const log = await newestLog(books.database);
  if (!log) throw new Error("no log");
  const proof = await readRanges(books.database, log, consistencyRanges(old.size, head.size));
  expect(isConsistent(proof, old, head)).toBe(true);
});

test("the database refuses to change or delete a leaf, a node or a checkpoint", async () => {
  for (const table of ["leaves", "nodes", "checkpoints", "ranges", "cosignatures"])
    await expect(
      asSuperuser(books.database, (superuser) =>
        superuser.query(`delete from transparency_log_${table}`),
      ),
    ).rejects.toThrow("the log only grows");
});

test("two processes write one history", async () => {
  const before = (await publishedBodies()).length;
  const ann = await userWith(books.database, {});
  const ids = [await deposit(ann, 1n), await deposit(ann, 2n)];
  later(300_000);
  const signing = { key: await openLogKey(deps()), now };
  const digest = () =>
    books.database.transaction(async (tx) =>
      digestTransfers(tx, await openLog(tx, signing), signing),
    );
  await Promise.all([updateLog(deps()), updateLog(deps()), digest(), digest()]);
  const bodies = await publishedBodies();
  const digests = bodies.slice(before).filter(({ kind }) => kind === "ledger");
  expect(digests.reduce((sum, { transfers }) => sum + Number(transfers), 0)).toBe(2);
  for (const id of ids) expect(await ledgerInclusion(books.database, id)).toBeDefined();
});

test("leaves without a checkpoint are never visible", async () => {
  const { size } = await publishedHead();
  const signing = { key: await openLogKey(deps()), now };
  await deposit(await userWith(books.database, {}), 9n);
  await expect(
    books.database.transaction(async (tx) => {
      await digestTransfers(tx, await openLog(tx, signing), signing);
      throw new Error("killed");
    }),
  ).rejects.toThrow("killed");
  expect((await publishedHead()).size).toBe(size);
  expect(await publishedBodies()).toHaveLength(size);
});

test("a restore opens a new log whose first leaf names the old head", async () => {
  const old = await publishedHead();
  await recordIncident(books.database, { kind: "restored", detail: "Restored." });
  await updateLog(deps());
  const head = await publishedHead();
  expect(head.origin).not.toBe(old.origin);
  expect(head.origin.replace(/\/\d+$/, "")).toBe(old.origin.replace(/\/\d+$/, ""));
  const bodies = await publishedBodies();
  expect(bodies[0]).toMatchObject({
    kind: "origin",
    origin: head.origin,
    previous: { origin: old.origin, size: old.size, root: Buffer.from(old.root).toString("hex") },
  });
  expect(bodies.filter(({ kind }) => kind === "incident")).toMatchObject([
    { incidentKind: "restored", detail: "Restored." },
    { incidentKind: "restored", endedAt: expect.any(String) },
  ]);
  const [transfer] = await books.database.query<{ id: string }>(
    "select id from ledger_transfers order by id limit 1",
  );
  const proof = await ledgerInclusion(books.database, transfer?.id ?? "");
  expect(proof?.log.checkpoint).toContain(head.origin);
  await updateLog(deps());
  expect((await publishedHead()).origin).toBe(head.origin);
  const log = await newestLog(books.database);
  expect(log && (await newestHead(books.database, log))?.size).toBe(bodies.length);
});

test("a database that is older than the chain opens a new log as well", async () => {
  const old = await publishedHead();
  later(60_000);
  const detail = "A payment on the chain is not in the ledger.";
  await beginIncident(books.database, { kind: "withdrawals_locked", detail });
  await updateLog(deps());
  const { origin } = await publishedHead();
  expect(origin).not.toBe(old.origin);
  await endIncident(books.database, "withdrawals_locked");
  await updateLog(deps());
  expect((await publishedHead()).origin).toBe(origin);
});

test("nothing is logged while the clock is in doubt", async () => {
  const { size } = await publishedHead();
  const { clock, ...rest } = deps();
  const wrong = { now: () => new Date(now.getTime() + 365 * 86_400_000) };
  await recordIncident(books.database, { kind: "reorg", detail: "While the clock was wrong." });
  const doubting = { ...rest, clock: wrong, payGate: { checkedClock: async () => undefined } };
  await updateLogIfTimely(doubting);
  expect((await publishedHead()).size).toBe(size);
  const confirmed = { ...rest, clock: wrong, payGate: { checkedClock: async () => clock } };
  await updateLogIfTimely(confirmed);
  expect((await publishedHead()).size).toBeGreaterThan(size);
  expect((await publishedBodies()).at(-1)?.["loggedAt"]).toBe(now.toISOString());
});

test("tiles that the log does not have are refused", async () => {
  const { size } = await publishedHead();
  for (const path of [
    `tile/0/000.p/${(size % 256) + 1}`,
    "tile/0/001",
    "tile/1/000",
    "tile/9/000",
    "tile/0/0",
    "tile/entries/x000/000",
    "tile/0/000.p/256",
    "tile/0/-01",
  ])
    await expect(tileAt(path)).rejects.toMatchObject({ status: 404 });
});
