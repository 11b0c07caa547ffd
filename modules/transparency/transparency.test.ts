/**
 * Tests that the transparency page's figures add up on a real chain, that an error in the books or
 * the coins turns it red, and that incidents are recorded where they happen.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyNewTransfers, writeVerdict } from "#ledger";
import { listIncidents, openMasterKey } from "#platform";
import { anonymousIdsSince } from "#users";
import { lockPayments } from "../wallet/chain/payments-lock.ts";
import { startInstallation, type Installation } from "../wallet/testing/installation.ts";
import { forexMarketAt, type MovedMarket } from "../../test/support/money/forex-market.ts";
import { operator } from "../../test/support/money/operator-products.ts";
import { plainRequest } from "../../test/support/servers/sign-in-server.ts";
import { behindTheGuard } from "../../test/support/servers/without-triggers.ts";
import { transparencyRoutes } from "./routes.ts";

const DEPOSIT_SATS = 50_000_000n;
const AMOUNT_SATS = 10_000_000n;

let installation: Installation;
let market: MovedMarket;
let ann: string;
let bob: string;

beforeAll(async () => {
  installation = await startInstallation();
  await installation.mine(13);
  ann = await installation.userWith(DEPOSIT_SATS);
  bob = await installation.userWith(DEPOSIT_SATS);
  market = await forexMarketAt(installation.database, new Date().toISOString());
  await verify();
}, 60_000);
afterAll(() => installation.close());

/** Opens the routes without an earlier shared result. */
function routes() {
  const { database } = installation;
  return transparencyRoutes({
    ...operator,
    clock: { now: () => new Date() },
    network: "regtest",
    market,
    uncountedSince: anonymousIdsSince,
    masterKey: openMasterKey(installation.dataDir),
  })(database);
}
const request = { ...plainRequest, caller: undefined };
const read = () => routes().getTransparency(request);
const kinds = async () =>
  (await read()).incidents.map(({ kind, endedAt }) => [kind, endedAt === null]);

async function verify(): Promise<void> {
  const { database } = installation;
  await writeVerdict(database, "new", await verifyNewTransfers(database));
}

async function moveBalance(amountSats: bigint): Promise<void> {
  for (const [userId, sats] of [
    [ann, -amountSats],
    [bob, amountSats],
  ] as const)
    await behindTheGuard(
      installation.database,
      "update ledger_accounts set balance = balance + $2 where name = $1",
      [`user:${userId}:available:BTC`, sats],
    );
}

test("a reader can repeat both additions", async () => {
  await installation.withdraw(ann, AMOUNT_SATS);
  await installation.send();
  await installation.mine(1);
  await verify();
  const page = await read();
  expect(page).toMatchObject({ verdict: "green", root: null, withdrawalsPaused: null });
  expect(page.block).toMatchObject({ height: await installation.node.getBlockCount() });
  const { coins, ledger } = page;
  if (!coins) throw new Error("no coins");
  const { hotSats, coldSats, inFlightSats, outOfChainSats, uncreditedSats } = coins;
  expect(hotSats + coldSats + inFlightSats - outOfChainSats - uncreditedSats).toBe(
    coins.bookedSats,
  );
  expect(coins.differenceSats).toBe(0n);
  expect(inFlightSats).toBeGreaterThan(0n);
  for (const [asset, sum] of [
    ["BTC", ledger.sumSats],
    ["USD", ledger.sumCents],
  ] as const) {
    const lines = ledger.classes.filter((line) => line.asset === asset);
    expect(lines.reduce((total, { balance }) => total + balance, 0n)).toBe(0n);
    expect(sum).toBe(0n);
  }
  expect(ledger.classes.find(({ name }) => name === "chain")?.balance).toBe(-coins.bookedSats);
  const { withdrawals } = page;
  expect(withdrawals).toMatchObject([{ confirmations: 1, amountSats: AMOUNT_SATS - 10_000n }]);
});

test("no user, address or operational setting is published", async () => {
  const text = JSON.stringify(await read(), (_, value: unknown) =>
    typeof value === "bigint" ? Number(value) : value,
  );
  for (const secret of [ann, bob, "user:", "@", "bcrt1"]) expect(text).not.toContain(secret);
  const kindsOfTerms = new Set((await read()).terms.map(({ kind }) => kind));
  expect(kindsOfTerms).toContain("plan");
  expect(kindsOfTerms).not.toContain("review");
});

test("a balance moved between two users turns the verdict red until it is moved back", async () => {
  await moveBalance(1_000n);
  await verify();
  const broken = await read();
  expect(broken).toMatchObject({ verdict: "red", ledger: { isWhole: false, sumSats: 0n } });
  expect(broken.incidents).toMatchObject([{ kind: "books_broken", endedAt: null }]);
  expect(broken.incidents[0]?.detail).toBe(
    "The ledger verification failed. Failed checks: balance.",
  );
  expect(await routes().getTransparencyBadge(request)).toContain("books broken");
  await expect(installation.withdraw(bob, AMOUNT_SATS)).rejects.toMatchObject({
    code: "withdrawals_paused",
  });
  await verify();
  expect(await kinds()).toEqual([["books_broken", true]]);
  await moveBalance(-1_000n);
  await verify();
  expect(await read()).toMatchObject({ verdict: "green" });
  expect(await kinds()).toEqual([["books_broken", false]]);
  expect(await routes().getTransparencyBadge(request)).toContain("books match");
});

test("a missing coin turns the verdict red even before the watcher compares", async () => {
  const { database } = installation;
  const [coin] = await database.query<{ txid: string; vout: number }>(
    "select txid, vout from wallet_coins where spent_txid is null and height is not null limit 1",
  );
  const change = (sats: number) =>
    behindTheGuard(
      database,
      "update wallet_coins set amount_sats = amount_sats + $1 where txid = $2 and vout = $3",
      [sats, coin?.txid, coin?.vout],
    );
  await change(-1);
  expect(await read()).toMatchObject({ verdict: "red", coins: { differenceSats: 1n } });
  await installation.mine(1);
  expect((await kinds())[0]).toEqual(["coins_differ", true]);
  await change(1);
  await installation.mine(1);
  expect((await kinds())[0]).toEqual(["coins_differ", false]);
});

test("a reorg of one block is no incident, and a reorg of two is", async () => {
  await installation.reorg(1);
  const before = await kinds();
  const height = await installation.node.getBlockCount();
  await installation.reorg(2);
  expect(await kinds()).toEqual([["reorg", false], ...before]);
  const [reorg] = await listIncidents(installation.database, { limit: 1 });
  expect(reorg?.detail).toBe(`The chain replaced its last 2 blocks, ${height - 1} to ${height}.`);
});

test("locked withdrawals are an incident, and the verdict is unknown", async () => {
  const { database } = installation;
  await database.transaction((tx) => lockPayments(tx, { reason: "Restored from a test." }));
  expect(await read()).toMatchObject({
    verdict: "unknown",
    incidents: [
      { kind: "withdrawals_locked", detail: "Restored from a test.", endedAt: null },
      {},
      {},
      {},
    ],
  });
});

test("incidents are listed in pages", async () => {
  const { listIncidents: list } = routes();
  const items = [];
  let cursor: string | undefined;
  do {
    const page = await list({ ...request, query: { cursor, limit: 1 } });
    expect(page.items).toHaveLength(1);
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(items).toEqual((await read()).incidents);
  await expect(
    list({ ...request, query: { cursor: "1; drop table", limit: 1 } }),
  ).rejects.toMatchObject({ code: "invalid_transparency_cursor" });
});
