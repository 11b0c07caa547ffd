/**
 * Tests the end of a position, at maturity or by its owner. It must be paid exactly once, even if
 * the payment is late or repeated, if a process is killed, or if two processes run.
 */
import { randomUUID } from "node:crypto";
import { accountBalance, verifyLedger } from "#ledger";
import { openDatabase, requestHash } from "#platform";
import { beforeEach, describe, expect, test } from "vitest";
import { fileDatabase } from "../../test/support/servers/database.ts";
import {
  earnDeps,
  earnRequest,
  newAddress,
  moveHouseMoney,
  availableCoins,
  saver,
  setFunding,
  type EarnTestDeps,
  lockedInterestSats,
} from "../../test/support/money/earn.ts";
import { runProgram } from "../../test/support/servers/program.ts";
import { exitPosition } from "./exit-position.ts";
import { FUNDING, RESERVE } from "./fund.ts";
import { listPositions } from "./list-positions.ts";
import { investmentPlan, stakingFor } from "./offer.ts";
import { openPosition } from "./open-position.ts";
import { payMatured } from "./pay-matured.ts";
import { lockPosition, maturePositions } from "./positions-table.ts";
import { workEarn } from "./workers.ts";

const DAY_MS = 86_400_000;
const BTC = 100_000_000n;
const STAKE = 10_000_000n;
const INTEREST = 1_232_876n;

const test_ = fileDatabase();
let deps: EarnTestDeps;
beforeEach(async () => {
  deps = earnDeps(test_.database);
  await setFunding(test_.database, 2n * BTC);
});

async function staked(days = 90) {
  const userId = await saver(test_.database, STAKE);
  const position = await openPosition(deps, {
    request: earnRequest(userId, "openStake"),
    origin: { ip: newAddress() },
    findProduct: () => stakingFor(days),
    amountSats: STAKE,
  });
  return { userId, position };
}
const leave = (userId: string, positionId: string) =>
  exitPosition(deps, { request: earnRequest(userId, "exitPosition"), positionId });
const positionOf = (id: string) => test_.database.transaction((tx) => lockPosition(tx, id));
const stateOf = async (id: string) => (await positionOf(id))?.state;
const PAID = { availableSats: STAKE + INTEREST, heldSats: 0n };
const LEFT = { availableSats: STAKE, heldSats: 0n };

describe("maturity", () => {
  test("principal and interest are paid at the exact millisecond of maturity", async () => {
    const { userId, position } = await staked();
    deps.clock.advance(90 * DAY_MS - 1);
    await payMatured(deps);
    expect(await availableCoins(test_.database, userId)).toEqual({
      availableSats: 0n,
      heldSats: STAKE,
    });
    deps.clock.advance(1);
    await payMatured(deps);
    expect(await availableCoins(test_.database, userId)).toEqual(PAID);
    expect(await positionOf(position.id)).toMatchObject({
      state: "closed",
      outcome: "paid",
      paidSats: INTEREST,
    });
    const messages = await test_.database.query<{ subject: string; text: string }>(
      "select subject, body as text from notifications_messages where user_id = $1 and template = 'earn_closed'",
      [userId],
    );
    expect(messages).toHaveLength(1);
    expect(messages[0]?.subject).toBe("90-day staking has ended and was paid out");
    expect(messages[0]?.text).toContain(
      "0.10000000 BTC (test coins) are back in your balance, with 0.01232876 BTC",
    );
  });

  test("after downtime, a matured position is paid late but only once", async () => {
    const { userId, position } = await staked();
    deps.clock.advance(400 * DAY_MS);
    for (let round = 0; round < 5; round += 1) await payMatured(deps);
    expect(await availableCoins(test_.database, userId)).toEqual(PAID);
    expect((await positionOf(position.id))?.closedAt).toEqual(deps.clock.now());
  });

  test("a position that cannot be paid stays matured until a retry succeeds", async () => {
    const { userId, position } = await staked();
    const other = await staked();
    deps.clock.advance(90 * DAY_MS);
    const reserved = await accountBalance(test_.database, RESERVE);
    await moveHouseMoney(test_.database, RESERVE, "chain", reserved);
    await payMatured(deps);
    expect(await stateOf(position.id)).toBe("matured");
    expect(await availableCoins(test_.database, userId)).toEqual({
      availableSats: 0n,
      heldSats: STAKE,
    });
    expect((await listPositions(deps, { userId })).positions[0]?.state).toBe("matured");
    await moveHouseMoney(test_.database, "chain", RESERVE, reserved);
    await payMatured(deps);
    expect(await stateOf(position.id)).toBe("closed");
    expect(await availableCoins(test_.database, userId)).toEqual(PAID);
    expect(await availableCoins(test_.database, other.userId)).toEqual(PAID);
  });
});

describe("a clock that goes back between maturity and payout", () => {
  test.each(["the worker", "the owner"])(
    "the full interest is paid when %s closes the position",
    async (who) => {
      const { userId, position } = await staked();
      deps.clock.advance(90 * DAY_MS);
      await maturePositions(test_.database, deps.clock.now());
      deps.clock.advance(-50);
      await (who === "the owner" ? leave(userId, position.id) : payMatured(deps));
      expect(await positionOf(position.id)).toMatchObject({
        outcome: "paid",
        paidSats: INTEREST,
        closedAt: position.endsAt,
      });
      expect(await availableCoins(test_.database, userId)).toEqual(PAID);
    },
  );
});

describe("exits by the owner", () => {
  test("closing a fixed term early returns all coins without interest", async () => {
    const { userId, position } = await staked();
    const fund = await accountBalance(test_.database, FUNDING);
    deps.clock.advance(89 * DAY_MS);
    const closed = await leave(userId, position.id);
    expect(closed).toMatchObject({ state: "closed", outcome: "left", paidSats: 0n });
    expect(await availableCoins(test_.database, userId)).toEqual(LEFT);
    expect(await accountBalance(test_.database, FUNDING)).toBe(fund + INTEREST);
  });

  test("an exit at the end of the term pays the promised interest", async () => {
    const { userId, position } = await staked();
    deps.clock.advance(90 * DAY_MS);
    expect(await leave(userId, position.id)).toMatchObject({
      outcome: "paid",
      paidSats: INTEREST,
    });
    await payMatured(deps);
    expect(await availableCoins(test_.database, userId)).toEqual(PAID);
  });

  test("a closed position cannot be closed again", async () => {
    const { userId, position } = await staked();
    const request = earnRequest(userId, "exitPosition");
    const first = await exitPosition(deps, { request, positionId: position.id });
    expect(await exitPosition(deps, { request, positionId: position.id })).toEqual(first);
    await expect(leave(userId, position.id)).rejects.toMatchObject({
      status: 409,
      title: "Already Closed",
      text: "This position is already closed. Its coins are in your wallet.",
    });
    expect(await availableCoins(test_.database, userId)).toEqual(LEFT);
  });

  test("another user's position returns 404, like an unknown id", async () => {
    const { position } = await staked();
    const stranger = await saver(test_.database, 0n);
    for (const id of [position.id, `pos_${"0".repeat(32)}`])
      await expect(leave(stranger, id)).rejects.toMatchObject({
        status: 404,
        code: "position_unknown",
        text: "You have no position with this id.",
      });
    expect(await stateOf(position.id)).toBe("open");
  });
});

describe("concurrent exits and payouts", () => {
  test("of 30 concurrent exits, only one takes effect", async () => {
    const { userId, position } = await staked();
    const exits = Array.from({ length: 30 }, () => leave(userId, position.id));
    const results = await Promise.allSettled(exits);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await availableCoins(test_.database, userId)).toEqual(LEFT);
  });

  test.each([0, 1, 2, 3, 4, 5, 6, 7])(
    "if an exit and a payout run concurrently, only one takes effect (round %i)",
    async () => {
      const { userId, position } = await staked();
      const other = openDatabase(test_.url);
      deps.clock.advance(90 * DAY_MS);
      try {
        await Promise.allSettled([
          leave(userId, position.id),
          payMatured(deps),
          payMatured({ ...deps, database: other }),
          leave(userId, position.id),
        ]);
      } finally {
        await other.close();
      }
      expect(await availableCoins(test_.database, userId)).toEqual(PAID);
      expect(await stateOf(position.id)).toBe("closed");
    },
  );

  test("two processes pay each of 100 matured positions once", async () => {
    const owners = await Promise.all(Array.from({ length: 100 }, () => staked(30)));
    deps.clock.advance(30 * DAY_MS);
    const other = openDatabase(test_.url);
    try {
      await Promise.all([
        run("work", "3"),
        run("work", "3"),
        payMatured(deps),
        payMatured({ ...deps, database: other }),
      ]);
    } finally {
      await other.close();
    }
    for (const { userId } of owners)
      expect(await availableCoins(test_.database, userId)).toEqual({
        availableSats: STAKE + 287_671n,
        heldSats: 0n,
      });
  });
});

async function run(...words: string[]): Promise<string | null> {
  return killedAt("", ...words);
}

/** Returns a request in the form that earn-process.ts sends. */
function requestOf(what: "stake" | "exit", userId: string, subject: string) {
  const key = randomUUID();
  const words = [what, userId, key, subject] as const;
  const [, ...hashed] = words;
  return { words, request: { userId, key, route: what, requestHash: requestHash(hashed) } };
}

/** Runs a process until it exits. Returns the signal that killed the process, or null. */
async function killedAt(failpoint: string, ...words: string[]): Promise<string | null> {
  const time = deps.clock.now().toISOString();
  return runProgram("test/support/money/earn-process.ts", [test_.url, time, ...words], failpoint);
}

describe("killed processes", () => {
  test.each([
    ["earn.opening-written", 0],
    ["earn.opening-posted", 0],
    ["earn.opening-committed", 1],
  ])("an opening killed at %s and repeated creates one position", async (failpoint, openByThen) => {
    const userId = await saver(test_.database, 2n * STAKE);
    const { words, request } = requestOf("stake", userId, STAKE.toString());
    expect(await killedAt(failpoint, ...words)).toBe("SIGKILL");
    const count = async () => (await listPositions(deps, { userId })).positions.length;
    expect(await count()).toBe(openByThen);
    const findProduct = () => stakingFor(90);
    await openPosition(deps, {
      request,
      origin: { ip: newAddress() },
      findProduct,
      amountSats: STAKE,
    });
    expect(await count()).toBe(1);
    expect(await availableCoins(test_.database, userId)).toEqual({
      availableSats: STAKE,
      heldSats: STAKE,
    });
  });

  test.each([
    ["earn.closing-written", "matured"],
    ["earn.closing-posted", "matured"],
    ["earn.payout-committed", "closed"],
  ])("a payout killed at %s pays exactly once", async (failpoint, stateByThen) => {
    const { userId, position } = await staked();
    deps.clock.advance(90 * DAY_MS);
    expect(await killedAt(failpoint, "work", "1")).toBe("SIGKILL");
    expect(await stateOf(position.id)).toBe(stateByThen);
    for (let round = 1; round <= 2; round += 1) await workEarn(deps);
    expect(await availableCoins(test_.database, userId)).toEqual(PAID);
  });

  test.each(["earn.closing-written", "earn.closing-posted", "earn.exit-committed"])(
    "an exit killed at %s and repeated returns the coins once",
    async (failpoint) => {
      const { userId, position } = await staked();
      const words = ["exit", userId, randomUUID(), position.id] as const;
      expect(await killedAt(failpoint, ...words)).toBe("SIGKILL");
      expect(await run(...words)).toBeNull();
      expect(await availableCoins(test_.database, userId)).toEqual(LEFT);
    },
  );
});

test("an investment is paid at the end of its term", async () => {
  const userId = await saver(test_.database, 5_000_000n);
  await openPosition(deps, {
    request: earnRequest(userId),
    origin: { ip: newAddress() },
    findProduct: () => investmentPlan("btc-growth"),
    amountSats: 5_000_000n,
  });
  deps.clock.advance(90 * DAY_MS);
  await payMatured(deps);
  expect(await availableCoins(test_.database, userId)).toEqual({
    availableSats: 5_184_931n,
    heldSats: 0n,
  });
});

test("the reserve equals the interest owed to open positions", async () => {
  expect(await accountBalance(test_.database, RESERVE)).toBe(
    await lockedInterestSats(test_.database),
  );
  expect(await verifyLedger(test_.database)).toEqual([]);
});
