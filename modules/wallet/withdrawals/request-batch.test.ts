/**
 * Tests withdrawals in batches. Each user gets the same response as to a single request, even if
 * other users in the batch are refused, and the money is paid only once.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { testAccounts } from "#api/payout-accounts";
import { balancesOf, verifyLedger } from "#ledger";
import { newUuid } from "#platform";
import { readCursor } from "../chain/chain-table.ts";
import { connectionsLock } from "../connections/connections-table.ts";
import { currentDepositAddress } from "../deposits/deposit-address.ts";
import { getWithdrawal } from "../lists.ts";
import { identity, startInstallation, type Installation } from "../testing/installation.ts";
import { openWithdrawals } from "./open-withdrawals.ts";
import type { WithdrawalRequest } from "./withdrawal-facts.ts";

const SATS = 100_000n;
const OPENING_SATS = 250_000n;
const BITCOIN = 100_000_000n;

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation();
  await installation.mine(13);
}, 60_000);
afterAll(() => installation.close());

type Asking = ReturnType<typeof openWithdrawals>;

/** Creates users and credits their deposits, which share one block. */
async function people(count: number, amountSats = OPENING_SATS): Promise<string[]> {
  const userIds: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const userId = await installation.newUser();
    const { address } = await currentDepositAddress(installation.wallet, { userId });
    await installation.payFromOutside(address, amountSats);
    userIds.push(userId);
  }
  await installation.mine(6);
  return userIds;
}

async function requestOf(
  userId: string,
  other: Partial<WithdrawalRequest> = {},
): Promise<WithdrawalRequest> {
  return {
    userId,
    amountSats: SATS,
    method: "wallet",
    code: other.code ?? (await installation.codeFor(userId)),
    walletAddress: installation.outside.address,
    idempotency: identity(userId, "createWithdrawal"),
    visitor: { ip: "127.0.0.1", userAgent: "test" },
    ...other,
  };
}

const requestsOf = (userIds: readonly string[]) =>
  Promise.all(userIds.map((userId) => requestOf(userId)));
const allAtOnce = (ask: Asking, requests: readonly WithdrawalRequest[]) =>
  Promise.allSettled(requests.map((request) => ask(request)));
const outcomeOf = (one: PromiseSettledResult<{ readonly state: string }>) =>
  one.status === "fulfilled" ? one.value.state : (one.reason as { code?: string }).code;
const heldBy = async (userId: string) => (await balancesOf(installation.database, userId)).heldSats;

interface Written {
  readonly rows: number;
  readonly transactions: number;
}

async function written(userIds: readonly string[]): Promise<Written | undefined> {
  const [row] = await installation.database.query<Written>(
    `select count(*)::int as rows, count(distinct xmin::text)::int as transactions
     from wallet_withdrawals where user_id = any($1)`,
    [userIds],
  );
  return row;
}

async function missesOf(userId: string): Promise<number | undefined> {
  const [row] = await installation.database.query<{ misses: number }>(
    "select misses from users_security_codes where user_id = $1",
    [userId],
  );
  return row?.misses;
}

async function messagesTo(userIds: readonly string[]): Promise<number> {
  const rows = await installation.database.query(
    `select from notifications_messages where user_id = any($1) and template = 'withdrawal_requested'`,
    [userIds],
  );
  return rows.length;
}

async function expectBooksInOrder(): Promise<void> {
  expect(await readCursor(installation.database)).toMatchObject({ unexplainedSats: 0n });
  expect(await verifyLedger(installation.database)).toEqual([]);
}

test("concurrent requests share database transactions", async () => {
  const { database, wallet } = installation;
  const ask = openWithdrawals(wallet);
  const able = await people(40);
  const [wrong = "", poor = "", simulated = "", greedy = "", factored = ""] = await people(5);
  const [rich = ""] = await people(1, 2n * BITCOIN);
  // Users with two-factor authentication cannot use a mailed code.
  await database.query(
    `insert into users_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
     values ($1, $2, '', 'webauthn', 'verified', $3, $3)`,
    [newUuid(), factored, wallet.clock.now()],
  );
  const requests = await requestsOf(able);
  const others = await Promise.all([
    requestOf(wrong, { code: "x" }),
    requestOf(poor, { amountSats: OPENING_SATS + 1n }),
    requestOf(factored),
    requestOf(simulated, {
      method: "cashapp",
      walletAddress: "",
      account: testAccounts.cashapp,
    }),
    requestOf(rich, { amountSats: BITCOIN }),
  ]);
  await installation.codeFor(wrong);
  const code = await installation.codeFor(greedy);
  const twice = await Promise.all(
    [1, 2].map(() => requestOf(greedy, { code, amountSats: OPENING_SATS })),
  );
  const results = await allAtOnce(ask, [...others, ...requests, ...twice]);
  expect(results.map(outcomeOf).slice(0, others.length)).toEqual([
    "security_code_wrong",
    "insufficient_funds",
    "security_code_wrong",
    "requested",
    "in_review",
  ]);
  const ofAble = results.slice(others.length, others.length + able.length);
  expect(new Set(ofAble.map(outcomeOf))).toEqual(new Set(["approved"]));
  expect(results.slice(-twice.length).filter((one) => outcomeOf(one) === "approved")).toHaveLength(
    1,
  );
  expect(await heldBy(greedy)).toBe(OPENING_SATS);
  expect(await missesOf(wrong)).toBe(1);
  for (const one of others.slice(0, 3)) expect(await heldBy(one.userId)).toBe(0n);

  const { rows = 0, transactions = 0 } = (await written(able)) ?? {};
  expect(rows).toBe(able.length);
  expect(transactions).toBeLessThan(able.length / 2);
  expect(await messagesTo(able)).toBe(able.length);
  expect(await messagesTo([wrong, poor, factored])).toBe(0);
  for (const [place, userId] of able.entries()) {
    expect(await heldBy(userId)).toBe(SATS);
    const answer = ofAble[place];
    const value = answer?.status === "fulfilled" ? answer.value : undefined;
    expect(await getWithdrawal(wallet, { userId, withdrawalId: value?.id ?? "" })).toEqual(value);
  }

  // Repeated requests with the same keys, including concurrent ones, return the same responses and
  // have no other effect.
  expect(await allAtOnce(ask, requests)).toEqual(ofAble);
  const changed = requests.map((request) => ({
    ...request,
    idempotency: { ...request.idempotency, requestHash: "other" },
  }));
  expect(new Set((await allAtOnce(ask, changed)).map(outcomeOf))).toEqual(
    new Set(["idempotency_key_reused"]),
  );
  // Each code works only once.
  const again = requests.map((request) => ({
    ...request,
    idempotency: identity(request.userId, "createWithdrawal"),
  }));
  expect(new Set((await allAtOnce(ask, again)).map(outcomeOf))).toEqual(
    new Set(["security_code_wrong"]),
  );
  expect(await written(able)).toMatchObject({ rows: able.length });
  await expectBooksInOrder();
}, 120_000);

test("five concurrent wrong codes invalidate the code", async () => {
  const ask = openWithdrawals(installation.wallet);
  const guessers = await people(6);
  for (let guess = 0; guess < 5; guess += 1) {
    const guesses = guessers.map((userId) => requestOf(userId, { code: `no ${guess}` }));
    if (guess === 0) for (const userId of guessers) await installation.codeFor(userId);
    const results = await allAtOnce(ask, await Promise.all(guesses));
    expect(new Set(results.map(outcomeOf))).toEqual(new Set(["security_code_wrong"]));
  }
  for (const userId of guessers) expect(await missesOf(userId)).toBe(5);
  expect(await written(guessers)).toMatchObject({ rows: 0 });
});

test("a request refused by the hourly limit does not use up its code", async () => {
  const eager = await people(8);
  const ask = openWithdrawals({ ...installation.wallet, withdrawalsPerHourMax: 1 });
  const first = await allAtOnce(ask, await requestsOf(eager));
  expect(new Set(first.map(outcomeOf))).toEqual(new Set(["approved"]));
  const requests = await requestsOf(eager);
  const second = await allAtOnce(ask, requests);
  expect(new Set(second.map(outcomeOf))).toEqual(new Set(["too_many_withdrawals"]));
  const elsewhere = openWithdrawals(installation.wallet);
  const third = await allAtOnce(
    elsewhere,
    requests.map((request) => ({
      ...request,
      idempotency: identity(request.userId, "createWithdrawal"),
    })),
  );
  expect(new Set(third.map(outcomeOf))).toEqual(new Set(["approved"]));
  await expectBooksInOrder();
});

test("a user whose lock is held does not delay the rest of the batch", async () => {
  const [busy = "", ...others] = await people(8);
  const ask = openWithdrawals(installation.wallet);
  const requests = await requestsOf([...others, busy]);
  let waiting: Promise<unknown> | undefined;
  await installation.database.transaction(async (tx) => {
    await connectionsLock.wait(tx, busy);
    const pending = requests.map((request) => ask(request));
    waiting = pending.pop();
    const results = await Promise.allSettled(pending);
    expect(new Set(results.map(outcomeOf))).toEqual(new Set(["approved"]));
    expect(await written([busy])).toMatchObject({ rows: 0 });
  });
  expect(await waiting).toMatchObject({ state: "approved" });
});

test("batched withdrawals are paid like single withdrawals", async () => {
  for (let block = 0; block < 12; block += 1) {
    await installation.send();
    await installation.mine(1);
  }
  const states = await installation.database.query<{ state: string }>(
    "select distinct state from wallet_withdrawals order by state",
  );
  expect(states.map(({ state }) => state)).toEqual(["completed", "in_review"]);
  await expectBooksInOrder();
}, 60_000);
