/**
 * Tests the same user in two tabs, on two devices, and with twenty simultaneous requests. Every
 * request must have one effect, and the account must never be overdrawn.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyLedger } from "#ledger";
import { auditBooks } from "../support/money/stopped-ledger.ts";
import {
  buyPlan,
  fundFilled,
  getCoins,
  outsideAddress,
  securityCode,
} from "../support/people/main-job.ts";
import { ApiFailure, eventually, signIn, signUp, type Person } from "../support/people/person.ts";
import { startServer, type InstalledServer } from "../support/servers/server.ts";

const AT_ONCE = 20;

let server: InstalledServer;

beforeAll(async () => {
  server = await startServer({ env: { BLOCK_SECONDS: "0.2" } });
});

afterAll(async () => {
  await server.close();
});

interface Outcomes<Value> {
  readonly accepted: readonly Value[];
  /** Error codes of the refused requests. Other errors are thrown. */
  readonly refused: readonly string[];
}

async function atOnce<Value>(
  requests: readonly (() => Promise<Value>)[],
): Promise<Outcomes<Value>> {
  const settled = await Promise.allSettled(requests.map((request) => request()));
  const accepted: Value[] = [];
  const refused: string[] = [];
  for (const one of settled) {
    if (one.status === "fulfilled") accepted.push(one.value);
    else if (one.reason instanceof ApiFailure && one.reason.problem.status < 500)
      refused.push(one.reason.problem.code);
    else throw one.reason;
  }
  return { accepted, refused };
}

const times = <Value>(count: number, make: () => Value): Value[] =>
  Array.from({ length: count }, () => make());

describe("twenty simultaneous requests with one key", () => {
  test("twenty requests with one key have one effect and the same response", async () => {
    const person = await signUp(server.url, "Twice");
    await eventually(
      "the faucet opens",
      () => person.call("getFaucet"),
      ({ isOpen }) => isOpen,
    );
    const idempotencyKey = randomUUID();
    const ask = () =>
      person.call("requestFaucet", { idempotencyKey, body: { amountSats: 1_000_000 } });
    const { accepted, refused } = await atOnce(times(AT_ONCE, () => ask));
    expect(accepted.length).toBeGreaterThan(0);
    expect(new Set(accepted.map(({ id }) => id)).size).toBe(1);
    expect(refused.filter((code) => code !== "request_in_progress")).toEqual([]);
    expect(await ask()).toEqual(accepted[0]);
    expect((await person.call("getFaucet")).remainingSats).toBe(4_000_000);
    await expect(
      person.call("requestFaucet", { idempotencyKey, body: { amountSats: 1_000_001 } }),
    ).rejects.toMatchObject({ problem: { status: 422, code: "idempotency_key_reused" } });
  });

  test("another user can use the same key for a different request", async () => {
    const idempotencyKey = randomUUID();
    const body = { amountSats: 10_000 };
    const [one, two] = await Promise.all(["One", "Two"].map((name) => signUp(server.url, name)));
    const first = await one?.call("requestFaucet", { idempotencyKey, body });
    const second = await two?.call("requestFaucet", { idempotencyKey, body });
    expect(second?.id).toMatch(/^fct_/);
    expect(second?.id).not.toBe(first?.id);
  });
});

describe("a balance is spent once", () => {
  test("one of twenty withdrawals of the whole balance from two devices succeeds", async () => {
    const person = await signUp(server.url, "All");
    const amountSats = await getCoins(person);
    const other = await signIn(server.url, person.email, person.password);
    const code = await securityCode(person);
    const body = { amountSats, method: "wallet", code, walletAddress: outsideAddress() };
    const { accepted, refused } = await atOnce(
      [person, other].flatMap((device) =>
        times(AT_ONCE / 2, () => () => device.call("createWithdrawal", { body })),
      ),
    );
    expect(accepted).toHaveLength(1);
    expect(refused).toHaveLength(AT_ONCE - 1);
    expect((await person.call("getWallet")).availableSats).toBe(0);
    expect((await person.call("listWithdrawals")).items).toHaveLength(1);
  });

  test("one of twenty stakes of the whole balance succeeds", async () => {
    const person = await signUp(server.url, "Stake");
    const amountSats = await getCoins(person);
    await fundFilled(person);
    const other = await signIn(server.url, person.email, person.password);
    const body = { amountSats, durationDays: 90 };
    const stakes = await atOnce(
      [person, other].flatMap((device) =>
        times(AT_ONCE / 2, () => () => device.call("openStake", { body })),
      ),
    );
    expect(stakes.accepted).toHaveLength(1);
    expect(new Set(stakes.refused)).toEqual(new Set(["stake_over_balance"]));
    const params = { positionId: stakes.accepted[0]?.id ?? "" };
    const exits = await atOnce(
      [person, other].flatMap((device) =>
        times(AT_ONCE / 2, () => () => device.call("exitPosition", { params })),
      ),
    );
    expect(exits.accepted).toHaveLength(1);
    expect(new Set(exits.refused)).toEqual(new Set(["position_closed"]));
    expect((await person.call("getWallet")).availableSats).toBe(amountSats);
  });

  test("simultaneous purchases, stakes and withdrawals never overdraw the account", async () => {
    const person = await signUp(server.url, "Mixed");
    const coins = await getCoins(person);
    await fundFilled(person);
    const start = coins - (await buyPlan(person, "Starter Rig"));
    const { items: plans } = await person.call("listPlans");
    const code = await securityCode(person);
    const paid = async (request: Promise<{ paidSats: number }>) => (await request).paidSats;
    const buy = (planId: string) => () => paid(person.call("buyContract", { body: { planId } }));
    const boost = () => paid(person.call("buyBoost", { body: { multiplier: "3" } }));
    const stake = async () => {
      const body = { amountSats: 2_000_000, durationDays: 30 };
      return (await person.call("openStake", { body })).principalSats;
    };
    const invest = async () => {
      const body = { amountSats: 1_500_000, planId: "btc-starter" };
      return (await person.call("openInvestment", { body })).principalSats;
    };
    const order = async () => {
      const body = { itemId: "mining-rig-frame", quantity: 3 };
      return (await person.call("placeOrder", { body })).totalSats;
    };
    const walletAddress = outsideAddress();
    const withdraw = async () => {
      const body = { amountSats: 3_000_000, method: "wallet", code, walletAddress };
      return (await person.call("createWithdrawal", { body })).amountSats;
    };
    const { accepted, refused } = await atOnce([
      ...times(3, () => plans.map(({ id }) => buy(id))).flat(),
      ...times(3, () => boost),
      ...times(3, () => stake),
      ...times(3, () => invest),
      ...times(3, () => order),
      ...times(3, () => withdraw),
    ]);
    const spent = accepted.reduce((sum, sats) => sum + sats, 0);
    expect(spent).toBeLessThanOrEqual(start);
    expect((await person.call("getWallet")).availableSats).toBe(start - spent);
    expect(new Set(refused)).not.toContain("internal_error");
    expect(refused.length).toBeGreaterThan(0);
  });
});

test("mining switched from two devices at once never accrues twice", async () => {
  const person = await signUp(server.url, "Miner");
  await getCoins(person);
  await buyPlan(person, "Enterprise Farm");
  const other = await signIn(server.url, person.email, person.password);
  const submit = (device: Person, turn: number) => () =>
    device.call(turn % 2 === 0 ? "startMining" : "stopMining");
  for (let round = 0; round < 6; round += 1) {
    const submissions = Array.from({ length: AT_ONCE / 2 }, (_, turn) => [
      submit(person, turn),
      submit(other, turn + round),
    ]).flat();
    expect((await atOnce(submissions)).refused).toEqual([]);
  }
  await person.call("startMining");
  expect((await other.call("getMining")).isMining).toBe(true);
  await eventually(
    "something is paid",
    () => person.call("listStatements"),
    ({ items }) => items.length > 0,
  );
  await other.call("stopMining");
  expect((await person.call("getMining")).isMining).toBe(false);
  const { items } = await person.call("listStatements", { query: { limit: 100 } });
  const stretches = items
    .flatMap(({ segments }) => segments)
    .map(({ from, to }) => [Date.parse(from), Date.parse(to)] as const)
    .toSorted(([a], [b]) => a - b);
  const overlapping = stretches.filter(([from], index) => from < (stretches[index - 1]?.[1] ?? 0));
  expect(overlapping).toEqual([]);
});

test("at the end the log has no errors and the ledger is consistent", async () => {
  expect(await server.stop()).toBe(0);
  expect(server.output()).not.toContain("Something went wrong");
  const { problems } = await auditBooks(server, verifyLedger);
  expect(problems).toEqual([]);
});
