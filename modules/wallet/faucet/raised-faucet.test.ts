/**
 * Tests that an administrator cannot drain the treasury by raising the faucet's amounts, because
 * increases apply only after 24 hours. Uses a test clock with the real waiting time.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newUuid } from "#platform";
import { postedFaucet } from "../terms/posted-limits.ts";
import { identity, startInstallation, type Installation } from "../testing/installation.ts";
import { postLimits } from "../testing/post-limits.ts";
import { faucetState, openFaucet } from "./faucet.ts";

const HOUR_MS = 3_600_000;
const BTC = 100_000_000n;
const [ann, bob] = [newUuid(), newUuid()];

let now = Date.now();
const clock = { now: () => new Date(now) };
const pass = (hours: number) => (now += hours * HOUR_MS);
let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation();
  await installation.mine(6);
}, 60_000);
afterAll(() => installation.close());

const post = (change: Record<string, string>, setBy = ann) =>
  postLimits({ database: installation.database, clock }, "faucet", change, setBy);
const inForce = async (waitHours = 24) => {
  const { least, daily, waitMinutes } = await postedFaucet(installation.database, {
    now: clock.now(),
    waitHours,
  });
  return [Number(least), Number(daily), Number(waitMinutes)];
};
const wallet = () => ({ ...installation.wallet, clock, raiseWaitHours: 24 });
const ask = (userId: string, amountSats: bigint) =>
  openFaucet(wallet())({
    userId,
    origin: { ip: "127.0.0.1", isLocal: true },
    amountSats,
    request: identity(userId, "requestFaucet"),
  });

beforeEach(async () => {
  pass(1);
  await post({ least: "0.0002", daily: "0.06", waitMinutes: "10" });
  await post({ least: "0.0001", daily: "0.05", waitMinutes: "30" });
  pass(48);
});

test("higher amounts and a shorter pause apply exactly 24 hours later", async () => {
  await post({ least: "0.001", daily: "10", waitMinutes: "0" });
  pass(24);
  now -= 1;
  expect(await inForce()).toEqual([10_000, 5_000_000, 30]);
  now += 1;
  expect(await inForce()).toEqual([100_000, 1_000_000_000, 0]);
});

test("lower amounts and a longer pause apply immediately", async () => {
  await post({ least: "0.00005", daily: "0.01", waitMinutes: "60" });
  expect(await inForce()).toEqual([5_000, 1_000_000, 60]);
});

test("each field has its own waiting time", async () => {
  await post({ least: "0.00005", daily: "10", waitMinutes: "60" });
  expect(await inForce()).toEqual([5_000, 5_000_000, 60]);
  expect(await inForce(0)).toEqual([5_000, 1_000_000_000, 60]);
});

test("an increase that another administrator withdraws never applies", async () => {
  await post({ daily: "10", waitMinutes: "0" });
  pass(23);
  await post({ daily: "0.05", waitMinutes: "30" }, bob);
  for (const hours of [0, 1, 24, 1000]) {
    pass(hours);
    expect(await inForce(), `${hours} hours on`).toEqual([10_000, 5_000_000, 30]);
  }
});

test("an administrator who raises the amount to 10 BTC receives the old amount", async () => {
  const userId = await installation.newUser();
  await post({ daily: "10", waitMinutes: "0" }, userId);
  expect(
    await faucetState(wallet(), { userId, origin: { ip: "127.0.0.1", isLocal: true } }),
  ).toMatchObject({
    dailySats: BTC / 20n,
  });
  await expect(ask(userId, 10n * BTC)).rejects.toMatchObject({
    text: "The faucet gives 0.05000000 BTC a day. You can still get 0.05000000 BTC today.",
  });
  await ask(userId, BTC / 50n);
  await expect(ask(userId, BTC / 50n)).rejects.toMatchObject({
    text: expect.stringMatching(/^The faucet pauses for 30 minutes after each grant\./) as string,
  });
  pass(24);
  await ask(userId, 10n * BTC);
});
