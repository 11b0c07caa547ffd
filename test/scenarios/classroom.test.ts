/**
 * Tests a class of thirty users behind one IP address, with the default limits. All of them sign
 * up, get coins, buy a plan and trade. Additional users exceed the network's faucet limit and are
 * refused. The clock shows an hour in which the currency market is open.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openHour } from "../support/money/open-hour.ts";
import { buyPlan } from "../support/people/main-job.ts";
import { ApiFailure, eventually, signUp, tryOut, type Person } from "../support/people/person.ts";
import { startServer, type RunningServer } from "../support/servers/server.ts";
import {
  startInstallationAt,
  travelClock,
  type InstallationInTime,
} from "../support/servers/time-travel.ts";

const CLASS = 30;
const POSTED_SHARE = 40;
const DAILY_SATS = 5_000_000;
const POLL_MS = 1_000;
const CREDIT_MS_MAX = 60_000;

/**
 * Removes the high limits that other tests set. Empty variables count as unset, so the default
 * limits apply.
 */
const defaultRates = {
  REQUESTS_PER_MINUTE: "",
  USER_REQUESTS_PER_MINUTE: "",
  WITHDRAWALS_PER_HOUR: "",
};

let school: InstallationInTime;
beforeAll(async () => {
  // With a trusted proxy the installation counts as reachable from other machines. Limits per
  // network therefore apply to the test's single address.
  const env = { ...defaultRates, TRUSTED_PROXY: "127.0.0.1" };
  school = await startInstallationAt(travelClock(openHour()), { env });
});
afterAll(() => school.close());

const each = <Result>(count: number, act: (place: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, place) => act(place)));

/** Returns the faucet's response, or the problem document if the request is refused. */
async function askFaucet(person: Person) {
  try {
    return await person.call("requestFaucet", { body: {} });
  } catch (error) {
    if (error instanceof ApiFailure) return error.problem;
    throw error;
  }
}

/** Polls the wallet once per second, as a page does, until the coins have arrived. */
async function waitForCoins(person: Person): Promise<void> {
  const until = Date.now() + CREDIT_MS_MAX;
  while (Date.now() < until) {
    if ((await person.call("getWallet")).availableSats > 0) return;
    await sleep(POLL_MS);
  }
  throw new Error(`${person.email} has no coins after ${CREDIT_MS_MAX} ms`);
}

test("thirty users behind one address sign up, get coins, buy a plan and trade", async () => {
  const pupils = await each(CLASS, (place) => signUp(school.url(), `Pupil${place}`));
  const [first] = pupils;
  if (!first) throw new Error("an empty class");
  const { network } = await eventually(
    "the faucet opens",
    () => first.call("getFaucet"),
    ({ isOpen }) => isOpen,
  );
  expect(network).toEqual({
    dailySats: POSTED_SHARE * DAILY_SATS,
    remainingSats: POSTED_SHARE * DAILY_SATS,
  });
  await Promise.all(
    pupils.map(async (pupil) => {
      expect(await askFaucet(pupil)).toMatchObject({ amountSats: DAILY_SATS });
      await waitForCoins(pupil);
      await buyPlan(pupil, "Starter Rig");
      await pupil.call("startMining");
      await pupil.call("transferForexFunds", { body: { amountSats: 1_000_000 } });
      await pupil.call("placeForexOrder", {
        body: { type: "MARKET", instrument: "EUR_USD", units: "1000" },
      });
    }),
  );
  for (const pupil of pupils) {
    const { items } = await pupil.call("listForexTrades", { query: { state: "OPEN" } });
    expect(items).toMatchObject([{ instrument: "EUR_USD", units: 1_000 }]);
  }
  expect((await first.call("getFaucet")).network).toEqual({
    dailySats: POSTED_SHARE * DAILY_SATS,
    remainingSats: (POSTED_SHARE - CLASS) * DAILY_SATS,
  });
});

test("users who exceed the network's faucet limit are refused with a reason", async () => {
  const crowd = await each(POSTED_SHARE - CLASS + 2, () => tryOut(school.url()));
  const answers = await Promise.all(crowd.map(askFaucet));
  const refusals = answers.filter((answer) => "status" in answer);
  expect(refusals).toHaveLength(2);
  for (const refusal of refusals)
    expect(refusal).toMatchObject({
      status: 422,
      code: "faucet_network_limit",
      title: "Daily Limit Reached",
      detail:
        "The faucet gives 2.00000000 BTC a day to one network. Your network can still get 0.00000000 BTC today.",
    });
  const [one] = crowd;
  expect(await one?.call("getFaucet")).toMatchObject({
    isOpen: false,
    closedReason:
      "Your network has received its daily limit of 2.00000000 BTC. The faucet opens again at midnight UTC.",
    network: { remainingSats: 0 },
  });
});

test("the faucet limit applies through a local proxy, but not to loopback", async () => {
  const server: RunningServer = await startServer({ env: defaultRates });
  try {
    const people = await each(POSTED_SHARE + 5, () => tryOut(server.url));
    const [one] = people;
    const isOpen = async () => (await one?.call("getFaucet"))?.isOpen;
    await expect.poll(isOpen, { timeout: 60_000, interval: POLL_MS }).toBe(true);
    for (const answer of await Promise.all(people.map(askFaucet)))
      expect(answer).toMatchObject({ amountSats: DAILY_SATS });
    expect(await one?.call("getFaucet")).toMatchObject({ network: null });
    const forwarded = await fetch(`${server.url}/api/v1/wallet/faucet`, {
      headers: {
        authorization: `Bearer ${await one?.token()}`,
        "x-forwarded-for": "203.0.113.7",
      },
    });
    expect(await forwarded.json()).toMatchObject({
      network: { dailySats: POSTED_SHARE * DAILY_SATS },
    });
  } finally {
    await server.close();
  }
});
