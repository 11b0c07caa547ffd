/**
 * Tests earnings over time, on the whole product with a clock that jumps. Plans and boosts run to
 * their end, the server is down for days, the clock goes back, and midnights and leap days pass.
 * Every satoshi must be paid exactly once.
 */
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditBooks } from "../support/money/stopped-ledger.ts";
import { buyPlan, getCoins, paidByMining, securityCode } from "../support/people/main-job.ts";
import { callApi, eventually, type Person } from "../support/people/person.ts";
import {
  DAY,
  HOUR,
  SECOND,
  startInstallationAt,
  travelClock,
  type InstallationInTime,
} from "../support/servers/time-travel.ts";

const clock = travelClock("2028-02-15T09:00:00Z");
let installation: InstallationInTime;
/** A user who mines all the time. Once this user is paid for an hour, so are all users. */
let witness: Person;

beforeAll(async () => {
  installation = await startInstallationAt(clock);
  witness = await minerWith("Witness", "Enterprise Farm");
});

afterAll(async () => {
  await installation.close();
});

/**
 * Signs up a user and turns mining on before the purchase, so that the contract earns over its
 * entire term.
 */
async function minerWith(name: string, plan: string): Promise<Person> {
  const person = await installation.signUp(name);
  await getCoins(person);
  await person.call("startMining");
  await buyPlan(person, plan);
  return person;
}

/** Advances the clock by an hour and waits for the payouts of the full hour in between. */
async function payNextHour(): Promise<void> {
  const before = await witness.call("getMining");
  const running = before.contracts.some(({ state }) => state === "running");
  if (!running) await buyPlan(witness, "Enterprise Farm");
  clock.advance(HOUR);
  await eventually(
    "the witness is paid",
    () => witness.call("getMining"),
    ({ earnedTotalSats }) => earnedTotalSats > before.earnedTotalSats,
  );
}

async function contractOf(person: Person) {
  const { contracts } = await person.call("getMining");
  const [contract] = contracts;
  if (!contract) throw new Error("no contract");
  return contract;
}

describe("a Starter plan of 50 TH/s over its 30 days", () => {
  // 50e12 x 2,592,000 s x 312,500,000 / (83e12 x 2^32) = 113,610.133349177 sats
  const WHOLE_SATS = 113_610;
  const DAY_SATS = 3_787;
  const HOUR_SATS = 158;
  let ann: Person;

  beforeAll(async () => {
    ann = await minerWith("Ann", "Starter Rig");
  });

  test("a contract is paid daily, including days of downtime", async () => {
    clock.advance(DAY + HOUR);
    await eventually(
      "the first day is paid",
      () => paidByMining(ann),
      (sats) => sats >= DAY_SATS,
    );
    await installation.stop();
    clock.advance(5 * DAY);
    await installation.start();
    await eventually(
      "the days of the downtime are paid",
      () => paidByMining(ann),
      (sats) => sats >= 6 * DAY_SATS,
    );
    expect(await paidByMining(ann)).toBeLessThanOrEqual(6 * DAY_SATS + HOUR_SATS);
  });

  test("a contract is paid exactly once even if the clock goes back", async () => {
    const before = await paidByMining(ann);
    clock.advance(-HOUR);
    await witness.call("stopMining");
    await witness.call("startMining");
    clock.advance(HOUR / 2);
    await installation.stop();
    await installation.start();
    expect(await paidByMining(ann)).toBe(before);
    clock.advance(HOUR / 2);
    await payNextHour();
    expect(await paidByMining(ann)).toBeLessThanOrEqual(before + HOUR_SATS);
  });

  // The leap day must still be in the future, so this test comes before later clock changes.
  test("the faucet's allowance renews at midnight UTC, not when the clock goes back", async () => {
    clock.set("2028-02-28T23:58:00Z");
    const dora = await installation.signUp("Dora");
    expect(await getCoins(dora)).toBe(5_000_000);
    expect(await dora.call("getFaucet")).toMatchObject({
      remainingSats: 0,
      resetsAt: "2028-02-29T00:00:00.000Z",
    });
    clock.set("2028-02-29T00:00:01Z");
    expect(await dora.call("getFaucet")).toMatchObject({ remainingSats: 5_000_000 });
    await dora.call("requestFaucet", { body: { amountSats: 1_000_000 } });
    clock.advance(-HOUR);
    expect(await dora.call("getFaucet")).toMatchObject({ remainingSats: 0 });
    clock.set("2028-03-01T00:00:01Z");
    expect(await dora.call("getFaucet")).toMatchObject({ remainingSats: 5_000_000 });
  });

  test("a contract earns the same on a leap day and on a clock-change day", async () => {
    // A few hours more than 28 days after the purchase.
    clock.set("2028-03-14T12:00:00Z");
    await eventually(
      "the days are paid",
      () => paidByMining(ann),
      (sats) => sats >= 28 * DAY_SATS,
    );
    const { daily } = await ann.call("getMining");
    const earnedOn = (day: string) => daily.find(({ date }) => date === day)?.earnedSats;
    expect(earnedOn("2028-02-28")).toBe(DAY_SATS);
    expect(earnedOn("2028-02-29")).toBe(DAY_SATS);
    expect(earnedOn("2028-03-01")).toBe(DAY_SATS);
    expect(earnedOn("2028-03-12")).toBe(DAY_SATS); // This day has 23 hours in New York.
  });

  test("a contract ends on time and is paid to the satoshi", async () => {
    const { endsAt, startsAt } = await contractOf(ann);
    expect(Date.parse(endsAt) - Date.parse(startsAt)).toBe(30 * DAY);
    clock.set(new Date(Date.parse(endsAt) - HOUR / 2));
    // Renews the session now, so that the remaining ten seconds are enough for one request.
    await ann.call("getMe");
    clock.set(new Date(Date.parse(endsAt) - 10 * SECOND));
    expect((await contractOf(ann)).state).toBe("running");
    clock.set(new Date(Date.parse(endsAt) + SECOND));
    const ended = await eventually(
      "the contract closes",
      () => contractOf(ann),
      ({ remainderNanosats }) => remainderNanosats !== null,
    );
    expect(ended).toMatchObject({
      state: "ended",
      earnedSats: WHOLE_SATS,
      expectedSats: WHOLE_SATS,
      remainderNanosats: "133349177",
    });
    const mining = await ann.call("getMining");
    expect(mining).toMatchObject({
      isMining: true,
      hashRateThs: "0",
      estimatedDailySats: 0,
      earnedTotalSats: WHOLE_SATS,
    });
  });

  test("a contract earns nothing after its end, whatever the clock does", async () => {
    clock.advance(10 * DAY);
    await installation.stop();
    await installation.start();
    await payNextHour();
    clock.advance(-20 * DAY);
    await installation.stop();
    await installation.start();
    clock.advance(30 * DAY);
    await payNextHour();
    expect(await ann.call("getMining")).toMatchObject({ earnedTotalSats: WHOLE_SATS });
    const { availableSats } = await ann.call("getWallet");
    expect(availableSats).toBe(5_000_000 - 165_000 + WHOLE_SATS);
  });

  test("a contract's statements add up to its payouts without gaps or overlaps", async () => {
    const items = [];
    let cursor: string | undefined;
    do {
      const page = await ann.call("listStatements", {
        query: { limit: 100, ...(cursor === undefined ? {} : { cursor }) },
      });
      items.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    const segments = items.toReversed().flatMap((statement) => statement.segments);
    const nanosats = segments.reduce((sum, segment) => sum + BigInt(segment.nanosats), 0n);
    expect(nanosats).toBe(113_610_133_349_177n);
    for (const [index, segment] of segments.entries())
      expect(segment.from).toBe(segments[index - 1]?.to ?? segments[0]?.from);
    const [first, last] = [segments[0], segments.at(-1)];
    expect(Date.parse(last?.to ?? "") - Date.parse(first?.from ?? "")).toBe(30 * DAY);
  });
});

test("a 24-hour boost is paid for exactly 24 hours, even during downtime", async () => {
  const bob = await minerWith("Bob", "Pro Miner");
  const boost = await bob.call("buyBoost", { body: { multiplier: "2.5" } });
  expect(Date.parse(boost.endsAt) - Date.parse(boost.startsAt)).toBe(DAY);
  clock.advance(23 * HOUR);
  expect(await bob.call("getMining")).toMatchObject({ multiplier: "2.5", hashRateThs: "750" });
  await installation.stop();
  clock.advance(2 * HOUR);
  await installation.start();
  expect(await bob.call("getMining")).toMatchObject({
    multiplier: "1",
    hashRateThs: "300",
    boost: null,
  });
  const paidByBoost = async () => {
    const { items } = await bob.call("listStatements", { query: { limit: 100 } });
    return items
      .filter(({ kind }) => kind === "boost")
      .reduce((sum, { payoutSats }) => sum + payoutSats, 0);
  };
  // 450 TH/s earn 34,083.04 sats per day.
  await eventually("the boost is paid", paidByBoost, (sats) => sats >= 34_083);
  clock.advance(3 * DAY);
  await payNextHour();
  expect(await paidByBoost()).toBe(34_083);
});

test("a session expires after an hour and the user signs in again", async () => {
  const cleo = await installation.signUp("Cleo");
  await cleo.call("getMe");
  const token = await cleo.token();
  const { iat = 0, exp = 0 } = decodeJwt(token);
  expect((exp - iat) * SECOND).toBe(HOUR);
  const endsAtMs = exp * SECOND;
  clock.set(new Date(endsAtMs - 5 * SECOND));
  await callApi(installation.url(), "getMe", token);
  clock.set(new Date(endsAtMs + 5 * SECOND));
  await expect(callApi(installation.url(), "getMe", token)).rejects.toMatchObject({
    problem: { status: 401 },
  });
  expect((await cleo.call("getMe")).email).toBe(cleo.email);
});

test("a withdrawal code expires after ten minutes", async () => {
  const eve = await installation.signUp("Eve");
  await getCoins(eve);
  const code = await securityCode(eve);
  clock.advance(10 * 60 * SECOND);
  await eve.call("renewProof", { body: { password: eve.password } });
  const late = eve.call("createWithdrawal", {
    body: {
      amountSats: 100_000,
      method: "wallet",
      code,
      walletAddress: (await eve.call("getDepositAddress")).address,
    },
  });
  await expect(late).rejects.toMatchObject({
    problem: {
      title: "Security Verification Required",
      detail: "That code is wrong or has expired.",
    },
  });
});

test("at the end the ledger is consistent", async () => {
  await installation.stop();
  const { problems } = await auditBooks(installation, async () => undefined);
  expect(problems).toEqual([]);
});
