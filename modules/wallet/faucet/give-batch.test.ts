/**
 * Tests grants in batches. Each user gets the same response as to a single request, even if other
 * users in the batch are refused.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountBalance, balancesOf, houseAccount, verifyLedger } from "#ledger";
import type { IdempotentRequest, Origin } from "#platform";
import { countAgain, promisedAllBut } from "../../../test/support/money/treasury.ts";
import { addressesLock } from "../chain/addresses-table.ts";
import { readCursor } from "../chain/chain-table.ts";
import { identity, startInstallation, type Installation } from "../testing/installation.ts";
import { postLimits } from "../testing/post-limits.ts";
import { openFaucet } from "./faucet.ts";

const LOCAL: Origin = { ip: "127.0.0.1", isLocal: true };
const SATS = 100_000n;
const MINER_SATS = 10_000n;
const DAILY_SATS = 5_000_000n;

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation();
  await installation.mine(13);
}, 60_000);
afterAll(() => installation.close());

type Giving = ReturnType<typeof openFaucet>;
const newRequest = (userId: string) => identity(userId, "requestFaucet");
const ask = (
  give: Giving,
  request: IdempotentRequest,
  { amountSats = SATS, origin = LOCAL }: { amountSats?: bigint | undefined; origin?: Origin } = {},
) => give({ userId: request.userId, origin, amountSats, request });
const people = (count: number) =>
  Promise.all(Array.from({ length: count }, () => installation.newUser()));
const codeOf = (one: PromiseSettledResult<unknown>) =>
  one.status === "fulfilled" ? "given" : (one.reason as { code?: string }).code;

async function grants(): Promise<Map<string, bigint>> {
  const rows = await installation.database.query<{ userId: string; sats: bigint }>(
    `select user_id as "userId", sum(amount_sats)::bigint as sats from wallet_withdrawals
     where purpose = 'faucet' group by 1`,
  );
  return new Map(rows.map(({ userId, sats }) => [userId, sats]));
}

/** Returns the number of database transactions that wrote these users' grants. */
async function transactionsOf(userIds: readonly string[]): Promise<number> {
  const [row] = await installation.database.query<{ count: number }>(
    `select count(distinct given.xmin::text)::int as count from wallet_faucet_days given
     where user_id = any($1)`,
    [userIds],
  );
  return row?.count ?? 0;
}

test("concurrent grants share database transactions", async () => {
  const give = openFaucet(installation.wallet);
  const able = await people(40);
  const [greedy = "", modest = "", twice = "", again = "", all = ""] = await people(5);
  const repeated = newRequest(again);
  const requests = () => [
    ...able.map((userId) => ask(give, newRequest(userId))),
    ask(give, newRequest(greedy), { amountSats: DAILY_SATS + 1n }),
    ask(give, newRequest(modest), { amountSats: 9_999n }),
    ask(give, newRequest(twice)),
    ask(give, newRequest(twice)),
    ask(give, repeated),
    give({ userId: all, origin: LOCAL, amountSats: undefined, request: newRequest(all) }),
  ];
  const results = await Promise.allSettled(requests());
  expect(results.map(codeOf)).toEqual([
    ...able.map(() => "given"),
    "faucet_limit",
    "faucet_amount",
    "given",
    "given",
    "given",
    "given",
  ]);
  expect(await transactionsOf(able)).toBeLessThan(10);
  // A request repeated within a batch gets the same response and no second grant.
  const [once] = await Promise.all([
    ask(give, repeated),
    ...(await people(10)).map((userId) => ask(give, newRequest(userId))),
  ]);
  expect(once).toEqual((results.at(-2) as PromiseFulfilledResult<unknown>).value);
  const granted = await grants();
  for (const userId of [...able, again]) expect(granted.get(userId)).toBe(SATS);
  expect(granted.get(twice)).toBe(2n * SATS);
  expect(granted.get(all)).toBe(DAILY_SATS);
  for (const userId of [greedy, modest]) expect(granted.has(userId)).toBe(false);
  const aside = [...granted.values()].reduce((sum, sats) => sum + sats, 0n);
  const rows = await installation.database.query("select from wallet_withdrawals");
  expect(await accountBalance(installation.database, houseAccount("faucet", "BTC"))).toBe(
    aside + BigInt(rows.length) * MINER_SATS,
  );
  expect(await verifyLedger(installation.database)).toEqual([]);
});

test("batched grants are paid on-chain to each user's address", async () => {
  const asking = await people(20);
  const give = openFaucet(installation.wallet);
  const granted = await Promise.all(asking.map((userId) => ask(give, newRequest(userId))));
  expect(new Set(granted.map(({ address }) => address)).size).toBe(20);
  for (let round = 0; round < 4; round += 1) {
    await installation.send();
    await installation.mine(2);
  }
  for (const userId of asking)
    expect((await balancesOf(installation.database, userId)).availableSats).toBe(SATS);
  expect(await readCursor(installation.database)).toMatchObject({ unexplainedSats: 0n });
});

test("two processes together grant no more than the spare coins", async () => {
  const treasury = await promisedAllBut(installation.database, 7n * (SATS + MINER_SATS) + 5n);
  await countAgain(installation.database);
  const [one, other] = [0, 1].map(() => openFaucet({ ...installation.wallet, treasury }));
  if (!one || !other) throw new Error("two faucets");
  const results = await Promise.allSettled(
    (await people(20)).map((userId, place) =>
      ask(place % 2 === 0 ? one : other, newRequest(userId)),
    ),
  );
  const codes = results.map(codeOf);
  expect(codes.filter((code) => code === "given")).toHaveLength(7);
  expect(codes.filter((code) => code === "faucet_closed")).toHaveLength(13);
  expect(await verifyLedger(installation.database)).toEqual([]);
});

test("a batch grants a network no more than its limit", async () => {
  await postLimits(installation.wallet, "faucet", { networkAccounts: "1" });
  const give = openFaucet(installation.wallet);
  const [here, there] = [await people(12), await people(6)];
  const results = await Promise.allSettled([
    ...here.map((userId) =>
      ask(give, newRequest(userId), { amountSats: 1_000_000n, origin: { ip: "203.0.113.7" } }),
    ),
    ...there.map((userId, place) =>
      ask(give, newRequest(userId), {
        amountSats: 1_000_000n,
        origin: { ip: `203.0.113.${place + 20}` },
      }),
    ),
  ]);
  const codes = results.map(codeOf);
  expect(codes.slice(0, 12).filter((code) => code === "given")).toHaveLength(5);
  expect(codes.slice(0, 12).filter((code) => code === "faucet_network_limit")).toHaveLength(7);
  expect(codes.slice(12)).toEqual(there.map(() => "given"));
});

test("users whose lock is held or whose account is deleted do not delay the batch", async () => {
  const give = openFaucet(installation.wallet);
  const [busy = "", gone = ""] = await people(2);
  const others = await people(10);
  await installation.database.query("update users_users set deleted_at = now() where id = $1", [
    gone,
  ]);
  const release = Promise.withResolvers<void>();
  const held = installation.database.transaction(async (tx) => {
    await addressesLock.wait(tx, busy);
    await release.promise;
  });
  const late = ask(give, newRequest(busy));
  const results = await Promise.allSettled(
    [...others, gone].map((userId) => ask(give, newRequest(userId))),
  );
  expect(results.map(codeOf)).toEqual([...others.map(() => "given"), "session_ended"]);
  release.resolve();
  await held;
  expect(await late).toMatchObject({ amountSats: SATS });
});
