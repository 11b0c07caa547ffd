/**
 * Tests that anonymous accounts end after a week without use: each product ends by its own rules,
 * and the coins return to the treasury. Accounts of active users and of users who deposited coins
 * are kept. Accounts that were requested by e-mail and never used also end.
 */
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { deletionRules } from "#admin";
import { recordAudit, SERVICE_ACTOR } from "#audit";
import { openPosition } from "#earn";
import { bringFunds, placeOrder as placeForexOrder } from "#forex";
import {
  accountBalance,
  balancesOf,
  houseAccount,
  outsideAccount,
  postAll,
  userAccount,
  verifyLedger,
} from "#ledger";
import { payOutDue } from "#mining";
import { createPayGate, newUuid, openPayGate, silentLog, workerStates } from "#platform";
import { placeOrder } from "#shop";
import { createUser, deleteUnclaimed, deleteAnonymousAccounts } from "#users";
import { fileDatabase } from "../test/support/servers/database.ts";
import { setFunding } from "../test/support/money/earn.ts";
import { deskDeps } from "../test/support/money/forex.ts";
import { operator } from "../test/support/money/operator-products.ts";
import { fundTreasury, moneyRequest, openGate } from "../test/support/money/mining.ts";
import { investmentPlan } from "../modules/earn/offer.ts";
import { buyContract } from "../modules/mining/plans/buy-contract.ts";
import { createAnonymousUser } from "../modules/users/people/create-user.ts";
import { recordSignIn } from "../modules/users/people/users-table.ts";
import { insertSession } from "../modules/users/sessions/sessions-table.ts";
import { issueOneTimeToken } from "../modules/users/mailed-links/one-time-tokens-table.ts";
import { createCallerCache } from "../modules/users/tokens/caller-cache.ts";
import { startAnonymousAccountEnds, rulesOfModules } from "./end-anonymous-accounts.ts";

const DAY_MS = 86_400_000;
const GRANT_SATS = 100_000_000n;
const TREASURY = houseAccount("treasury", "BTC");

const test_ = fileDatabase();
const partsOf = () => {
  const desk = deskDeps(test_.database);
  const shared = { ...desk, raiseWaitHours: 24, payGate: openGate(desk.clock) };
  const sweep = () =>
    deleteAnonymousAccounts(
      { ...shared, callerCache: createCallerCache() },
      rulesOfModules({ operator, forex: { desk }, earn: shared, shop: shared }),
    );
  return { ...shared, desk, sweep };
};
let deps: ReturnType<typeof partsOf>;
beforeEach(async () => {
  deps = partsOf();
  await fundTreasury(test_.database, 10n * GRANT_SATS);
  await setFunding(test_.database, GRANT_SATS);
});

/**
 * Creates an anonymous account with coins from the faucet, or from a deposit if `fromFaucet` is
 * false.
 */
async function trying({ fromFaucet = true } = {}): Promise<string> {
  const now = deps.clock.now();
  return test_.database.transaction(async (tx) => {
    const { id: userId } = await createAnonymousUser(tx, { metadata: {}, now });
    await recordSignIn(tx, { userId, now });
    const [id, grant] = [randomUUID(), fromFaucet ? randomUUID() : null];
    if (grant !== null)
      await tx.query(
        `insert into wallet_withdrawals (id, purpose, user_id, method, network, address, script_hex,
           amount_sats, fee_sats, state, requested_at)
         values ($2, 'faucet', $1, 'wallet', 'regtest', 'a', '00', $3, 0, 'cancelled', $4)`,
        [userId, grant, GRANT_SATS, now],
      );
    await tx.query(
      `insert into wallet_deposits (id, txid, vout, user_id, address, amount_sats, is_coinbase,
         withdrawal_id, in_mempool, seen_at, credited_at, height)
       values ($2, $2, 0, $1, 'a', $3, false, $4, false, $5, $5, 1)`,
      [userId, id, GRANT_SATS, grant, now],
    );
    const debit = outsideAccount("chain");
    const credit = userAccount(userId, "available", "BTC");
    const amount = GRANT_SATS;
    await postAll(tx, [{ id: newUuid(), debit, credit, amount, code: "deposit", cause: id }]);
    return userId;
  });
}

const isThere = async (userId: string) =>
  (
    await test_.database.query("select from users_users where id = $1 and deleted_at is null", [
      userId,
    ])
  ).length === 1;
const availableOf = async (userId: string) =>
  (await balancesOf(test_.database, userId)).availableSats;

test("an unused account's rig, investment, trade and coins return to the treasury", async () => {
  const userId = await trying();
  const request = (route: string) => moneyRequest(userId, route);
  await placeOrder(deps, { request: request("placeOrder"), itemId: "s19-pro", quantity: 1 });
  await openPosition(deps, {
    request: request("openInvestment"),
    findProduct: () => investmentPlan("btc-pro"),
    amountSats: GRANT_SATS / 2n,
    origin: { ip: "127.0.0.1" },
  });
  const amountSats = 10_000_000n;
  await bringFunds(deps.desk, { request: request("transferForexFunds"), amountSats });
  const draft = { type: "MARKET", instrument: "EUR_USD", units: "1000" } as const;
  await placeForexOrder(deps.desk, { request: request("placeForexOrder"), draft }, () => null);

  deps.clock.advance(7 * DAY_MS - 60_000);
  await deps.sweep();
  expect(await isThere(userId)).toBe(true);
  expect(await availableOf(userId)).toBeGreaterThan(0n);
  deps.clock.advance(2 * 60_000);
  await deps.sweep();
  expect(await isThere(userId)).toBe(false);
  expect(await balancesOf(test_.database, userId)).toEqual({
    availableSats: 0n,
    heldSats: 0n,
    availableCents: 0n,
    heldCents: 0n,
  });
  expect(await verifyLedger(test_.database)).toEqual([]);
});

test("a contract runs to its end before the account is deleted", async () => {
  const userId = await trying();
  await buyContract(deps, { request: moneyRequest(userId, "buyContract"), planId: "starter-rig" });
  const before = await accountBalance(test_.database, TREASURY);
  const remaining = await availableOf(userId);
  deps.clock.advance(8 * DAY_MS);
  await deps.sweep();
  expect(await isThere(userId)).toBe(true);
  expect(await availableOf(userId)).toBe(0n);
  expect(await accountBalance(test_.database, TREASURY)).toBe(before + remaining);
  deps.clock.advance(23 * DAY_MS);
  await payOutDue(deps);
  await deps.sweep();
  expect(await isThere(userId)).toBe(false);
  expect(await verifyLedger(test_.database)).toEqual([]);
});

test("accounts that are active, have deposited coins or are permanent are kept", async () => {
  const [kept, there, owner] = [
    await trying({ fromFaucet: false }),
    await trying(),
    await trying(),
  ];
  await test_.database.query("update users_users set is_anonymous = false where id = $1", [owner]);
  deps.clock.advance(8 * DAY_MS);
  const session = { id: randomUUID(), refreshKeySealed: Buffer.alloc(1), method: "anonymous" };
  const visitor = { ip: "127.0.0.1", userAgent: "test" };
  await test_.database.transaction((tx) =>
    insertSession(tx, { ...session, ...visitor, userId: there, now: deps.clock.now() }),
  );
  await deps.sweep();
  for (const userId of [kept, there, owner]) {
    expect(await isThere(userId)).toBe(true);
    expect(await availableOf(userId)).toBe(GRANT_SATS);
  }
});

/** Requests a sign-up link and returns the account's id. */
async function askedFor(passwordHash: string | null = null): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const signUp = { email, passwordHash, metadata: {}, isConfirmed: false, now: deps.clock.now() };
  const user = await test_.database.transaction((tx) =>
    createUser(tx, { siteUrl: "http://floor.test" }, signUp),
  );
  if (!user) throw new Error("the address was taken");
  return user.id;
}

test("an account requested by e-mail and never used is deleted after a week", async () => {
  const { database, clock } = deps;
  const unused = await askedFor();
  const [rich, added, seen, disabled, invited, hasPassword, confirmed, hasLink] = [
    await askedFor(),
    await askedFor(),
    await askedFor(),
    await askedFor(),
    await askedFor(),
    await askedFor("hash"),
    await askedFor(),
    await askedFor(),
  ];
  await database.transaction((tx) =>
    postAll(tx, [
      {
        id: newUuid(),
        debit: outsideAccount("chain"),
        credit: userAccount(rich, "available", "BTC"),
        amount: 1n,
        code: "deposit",
      },
    ]),
  );
  for (const [target, action] of [
    [added, "user.add"],
    [seen, "user.view"],
  ] as const)
    await database.transaction((tx) =>
      recordAudit(tx, {
        at: clock.now(),
        actor: SERVICE_ACTOR,
        action,
        target,
        reason: null,
        before: {},
        after: {},
      }),
    );
  for (const [userId, change] of [
    [disabled, "banned_until = 'infinity'"],
    [invited, "invited_at = now()"],
    [confirmed, "email_confirmed_at = now()"],
  ] as const)
    await database.query(`update users_users set ${change} where id = $1`, [userId]);

  const sweep = () =>
    deleteUnclaimed(
      { ...deps, callerCache: createCallerCache() },
      deletionRules(operator.products),
    );
  clock.advance(7 * DAY_MS - 60_000);
  const expiresAt = new Date(clock.now().getTime() + 3_600_000);
  const link = { email: "a@example.com", type: "magiclink", expiresAt, now: clock.now() } as const;
  await database.transaction((tx) => issueOneTimeToken(tx, { ...link, userId: hasLink }));
  await sweep();
  expect(await isThere(unused)).toBe(true);
  clock.advance(2 * 60_000);
  await sweep();
  const stay = [rich, added, disabled, invited, hasPassword, confirmed, hasLink];
  for (const userId of stay) expect(await isThere(userId)).toBe(true);
  for (const userId of [unused, seen]) expect(await isThere(userId)).toBe(false);
  clock.advance(3_600_000);
  await sweep();
  expect(await isThere(hasLink)).toBe(false);
});

test("no account ends after a clock jump until the time is confirmed", async () => {
  const userId = await trying();
  const { database, bus, clock, desk } = deps;
  const payGate = createPayGate({ database, clock, log: silentLog, uptimeMs: () => 0 });
  await payGate.checkedClock();
  clock.advance(8 * DAY_MS);
  const users = { ...deps, callerCache: createCallerCache() };
  const modules = { users, payGate, operator, forex: { desk }, earn: deps, shop: deps };
  const worker = startAnonymousAccountEnds(modules);
  const rounds = () => workerStates(database).find(({ name }) => name === "trials")?.lastRoundAt;
  await expect.poll(rounds).not.toBeNull();
  expect(await isThere(userId)).toBe(true);
  await openPayGate(database, clock.now());
  bus.publish("wake", { worker: "trials" });
  await expect.poll(() => isThere(userId)).toBe(false);
  await worker.stop();
});
