/**
 * Sends all kinds of money requests from many users at once to one server with five blocks per
 * second: faucet requests, purchases, boosts, mining switches, stakes, investments, hardware orders
 * and sales, on-chain and simulated withdrawals, cancellations, and repeated idempotency keys. In
 * any order, no request may cause a server error, all requests must settle, and the ledger must be
 * consistent.
 */
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { balancesOf, statement } from "#ledger";
import { openDatabase, type Queryable } from "#platform";
import { testAccounts } from "../../api/payout-accounts.ts";
import { auditBooks } from "../support/money/stopped-ledger.ts";
import {
  coinsCredited,
  fundFilled,
  outsideAddress,
  requestWithdrawal,
  securityCode,
} from "../support/people/main-job.ts";
import { anHourPasses } from "../support/money/payout-times.ts";
import { pseudoRandom } from "../support/inputs/pseudo-random.ts";
import { length, newestSeed } from "../support/seeds.ts";
import { ApiFailure, eventually, signUp, type Person } from "../support/people/person.ts";
import { startServer, type InstalledServer } from "../support/servers/server.ts";

const PEOPLE = length(5, 8);
const HANDS_EACH = 3;
const LOAD_MS = length(6_000, 20_000);
/**
 * Maximum load duration. On a slow machine the load continues until each action has succeeded once.
 */
const LOAD_MS_MAX = 90_000;
const ENDED = new Set(["completed", "cancelled", "rejected"]);

let server: InstalledServer;
let random: () => number;

/** Returns a random integer in [least, end). */
function randomInt(least: number, end: number): number {
  return least + Math.floor(random() * (end - least));
}

beforeEach(async () => {
  server = await startServer();
});

afterEach(async () => {
  await server.close();
});

test.each(newestSeed)(
  "a mixed load with seed %i causes no errors and leaves a consistent ledger",
  async (seed) => {
    random = pseudoRandom(seed);
    const people = await Promise.all(
      Array.from({ length: PEOPLE }, async (_, place) => {
        const person = await signUp(server.url, `Load${place}`);
        await firstCoins(person);
        return person;
      }),
    );
    const answers = new Map<string, number>();
    const start = Date.now();
    const missing = () => Object.keys(actions).filter((action) => !answers.has(`${action} ok`));
    const goesOn = () => {
      const passedMs = Date.now() - start;
      return passedMs < LOAD_MS || (passedMs < LOAD_MS_MAX && missing().length > 0);
    };
    await Promise.all(
      people.flatMap((person) =>
        Array.from({ length: HANDS_EACH }, async () => {
          while (goesOn()) await tryOne(person, answers);
        }),
      ),
    );

    const faults = [...answers.keys()].filter((answer) => / 5\d\d /.test(answer));
    if (faults.length > 0) throw new Error(`${faults.join(", ")}\n${server.output()}`);
    expect(missing()).toEqual([]);

    const database = openDatabase(server.databaseUrl, { connectionsMax: 1 });
    for (const person of people) await settled(person, database);
    await database.close();
    expect(await server.stop()).toBe(0);
    const { problems, more } = await auditBooks(server, compareBooks);
    expect(problems).toEqual([]);
    expect(more.negative).toEqual([]);
    expect(more.unequal).toEqual([]);
    expect(more.unexplainedSats).toBe(0n);
    expect(more.users).toBeGreaterThanOrEqual(PEOPLE);
  },
  240_000,
);

/** Requests part of the faucet's daily allowance, and leaves the rest for the load. */
async function firstCoins(person: Person): Promise<void> {
  await eventually(
    "the faucet opens",
    () => person.call("getFaucet"),
    (faucet) => faucet.isOpen,
  );
  await person.call("requestFaucet", { body: { amountSats: 3_000_000 } });
  await coinsCredited(person);
  await fundFilled(person);
}

type Action = (person: Person) => Promise<unknown>;

const actions: Readonly<Record<string, Action>> = {
  faucet: (person) =>
    person.call("requestFaucet", { body: { amountSats: randomInt(10_000, 400_000) } }),

  async buy(person) {
    const { items } = await person.call("listPlans");
    const plan = items.toSorted((a, b) => a.priceSats - b.priceSats)[0];
    if (!plan) throw new Error("no plan");
    const idempotencyKey = randomUUID();
    const body = { planId: plan.id, priceSats: plan.priceSats };
    await twiceAtOnce(() => person.call("buyContract", { idempotencyKey, body }));
  },

  boost: (person) => person.call("buyBoost", { body: { multiplier: "1.5" } }),
  start: (person) => person.call("startMining"),
  stop: (person) => person.call("stopMining"),

  async withdraw(person) {
    const amountSats = randomInt(10_500, 300_000);
    await requestWithdrawal(person, amountSats, outsideAddress(), randomUUID());
  },

  async simulate(person) {
    const code = await securityCode(person);
    const amountSats = randomInt(10_500, 300_000);
    const { bank } = testAccounts;
    const body = { amountSats, method: "bank" as const, code, ...bank };
    const idempotencyKey = randomUUID();
    await twiceAtOnce(() => person.call("createWithdrawal", { idempotencyKey, body }));
  },

  async stake(person) {
    const idempotencyKey = randomUUID();
    const body = { amountSats: randomInt(1, 300_000), durationDays: 90 };
    await twiceAtOnce(() => person.call("openStake", { idempotencyKey, body }));
  },

  invest: (person) =>
    person.call("openInvestment", { body: { planId: "btc-starter", amountSats: 100_000 } }),

  async leave(person) {
    const { items } = await person.call("listPositions");
    const open = items.find(({ state }) => state === "open") ?? items[0];
    const params = { positionId: open?.id ?? "pos_none" };
    await twiceAtOnce(() => person.call("exitPosition", { params }));
  },

  async order(person) {
    const idempotencyKey = randomUUID();
    const body = { itemId: "mining-rig-frame", quantity: 1 };
    await twiceAtOnce(() => person.call("placeOrder", { idempotencyKey, body }));
  },

  async sell(person) {
    const { items } = await person.call("listRigs");
    const owned = items.find(({ state }) => state !== "sold") ?? items[0];
    const params = { rigId: owned?.id ?? "rig_none" };
    await twiceAtOnce(() => person.call("sellRig", { params, body: {} }));
  },

  async cancel(person) {
    const { items } = await person.call("listWithdrawals");
    const open = items.find(({ state }) => !ENDED.has(state)) ?? items[0];
    if (!open) return requestThenCancel(person);
    await person.call("cancelWithdrawal", { params: { withdrawalId: open.id } });
  },

  requestThenCancel,
};

async function requestThenCancel(person: Person): Promise<void> {
  const { id } = await requestWithdrawal(person, 20_000, outsideAddress(), randomUUID());
  await person.call("cancelWithdrawal", { params: { withdrawalId: id } });
}

/**
 * Sends the same request twice simultaneously, like a double click. The server may refuse one
 * request while the other is running.
 */
async function twiceAtOnce(send: () => Promise<unknown>): Promise<void> {
  const [first, second] = await Promise.allSettled([send(), send()]);
  if (first.status === "rejected" && second.status === "rejected") throw first.reason;
}

/**
 * Performs one random action and counts its result. Rethrows all errors except refusals by the
 * product.
 */
async function tryOne(person: Person, answers: Map<string, number>): Promise<void> {
  const names = Object.keys(actions);
  const name = names[randomInt(0, names.length)] ?? "";
  let answer = `${name} ok`;
  try {
    await actions[name]?.(person);
  } catch (error) {
    if (error instanceof ApiFailure)
      answer = `${name} ${error.problem.status} ${error.problem.code}`;
    else if (error instanceof Error && error.message === "no code in the mailbox") return;
    else throw error;
  }
  answers.set(answer, (answers.get(answer) ?? 0) + 1);
}

/** Waits until mining is off, every position is closed, and no deposit or withdrawal is pending. */
async function settled(person: Person, database: Queryable): Promise<void> {
  await person.call("stopMining");
  const { items: positions } = await person.call("listPositions");
  for (const { id, state } of positions)
    if (state !== "closed") await person.call("exitPosition", { params: { positionId: id } });
  await eventually(
    "everything settles",
    async () => {
      await anHourPasses(database);
      const wallet = await person.call("getWallet");
      const withdrawals = await person.call("listWithdrawals", { query: { limit: 100 } });
      return { wallet, withdrawals };
    },
    ({ wallet, withdrawals }) =>
      wallet.heldSats === 0 &&
      wallet.pendingSats === 0 &&
      withdrawals.items.every(({ state }) => ENDED.has(state)),
    120_000,
  );
}

/** Throws if a user's statement does not add up to the user's balance. */
async function compareBooks(database: Queryable) {
  const users = await database.query<{ userId: string }>(
    `select distinct user_id as "userId" from ledger_accounts where user_id is not null`,
  );
  const unequal: unknown[] = [];
  for (const { userId } of users) {
    let sum = 0n;
    let cursor: string | undefined;
    do {
      const page = await statement(database, { userId, asset: "BTC", cursor, limit: 1_000 });
      sum = page.items.reduce((total, { amount }) => total + amount, sum);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    const { availableSats, heldSats } = await balancesOf(database, userId);
    if (sum !== availableSats + heldSats) unequal.push({ userId, sum, availableSats, heldSats });
  }
  const negative = await database.query(
    "select name, balance from ledger_accounts where balance < coalesce(min_balance, balance)",
  );
  const [chain] = await database.query<{ unexplainedSats: bigint }>(
    `select unexplained_sats as "unexplainedSats" from wallet_cursor`,
  );
  return { users: users.length, unequal, negative, unexplainedSats: chain?.unexplainedSats };
}
