/**
 * Tests the daily faucet limits per network, per IPv6 prefix and for all users together, which keep
 * a person with many accounts or networks from receiving more.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyLedger } from "#ledger";
import { identity, startInstallation, type Installation } from "../testing/installation.ts";
import { postLimits } from "../testing/post-limits.ts";
import { faucetState, openFaucet } from "./faucet.ts";
import { sweepFaucet } from "./faucet-table.ts";

const DAILY_SATS = 5_000_000n;
const DAY_MS = 86_400_000;

let installation: Installation;
let now = Date.parse("2026-11-21T12:00:00Z");
beforeAll(async () => {
  installation = await startInstallation();
  await installation.mine(13);
  await postLimits(wallet(), "faucet", { networkAccounts: "2" });
}, 60_000);
afterAll(() => installation.close());

const wallet = () => ({
  ...installation.wallet,
  clock: { now: () => new Date(now) },
});
async function ask(ip: string, amountSats?: bigint, userId?: string) {
  const asking = userId ?? (await installation.newUser());
  const request = identity(asking, "requestFaucet");
  return openFaucet(wallet())({ userId: asking, amountSats, request, origin: { ip } });
}

test("each network can receive the daily allowance of two accounts", async () => {
  const ip = "203.0.113.7";
  await ask(ip);
  await ask(ip, DAILY_SATS - 1_000_000n);
  await expect(ask(ip, 1_000_001n)).rejects.toMatchObject({
    status: 422,
    code: "faucet_network_limit",
    text: "The faucet gives 0.10000000 BTC a day to one network. Your network can still get 0.01000000 BTC today.",
  });
  const userId = await installation.newUser();
  expect(await faucetState(wallet(), { userId, origin: { ip } })).toMatchObject({
    isOpen: true,
    dailySats: DAILY_SATS,
    remainingSats: 1_000_000n,
    network: { dailySats: 2n * DAILY_SATS, remainingSats: 1_000_000n },
  });
  // Takes the rest of the account's and the network's allowance.
  expect(await ask(ip, undefined, userId)).toMatchObject({ amountSats: 1_000_000n });
  await expect(ask(ip)).rejects.toMatchObject({ code: "faucet_network_limit" });
  expect(await faucetState(wallet(), { userId, origin: { ip } })).toMatchObject({
    isOpen: false,
    remainingSats: 0n,
    closedReason:
      "Your network has received its daily limit of 0.10000000 BTC. The faucet opens again at midnight UTC.",
  });
  expect(await faucetState(wallet(), { userId, origin: { ip: "203.0.113.8" } })).toMatchObject({
    isOpen: true,
    remainingSats: 4_000_000n,
  });
  await ask("203.0.113.8");
});

test("addresses in one IPv6 /64 network share one limit", async () => {
  await ask("2001:db8:1:2::1");
  await ask("2001:db8:1:2:ffff::2");
  await expect(ask("2001:db8:1:2::3")).rejects.toMatchObject({ code: "faucet_network_limit" });
  await ask("2001:db8:1:3::1");
});

test("the /64 networks in one /56 share the allowance of four accounts", async () => {
  for (const place of [0, 1, 2, 3]) await ask(`2001:db8:42:${place}::1`);
  const refused = {
    code: "faucet_network_limit",
    text: "The faucet gives 0.20000000 BTC a day to one network. Your network can still get 0.00000000 BTC today.",
  };
  await expect(ask("2001:db8:42:4::1")).rejects.toMatchObject(refused);
  const userId = await installation.newUser();
  const state = await faucetState(wallet(), { userId, origin: { ip: "2001:db8:42:5::1" } });
  expect(state).toMatchObject({
    isOpen: false,
    closedReason: expect.stringContaining("0.20000000 BTC") as string,
    network: { dailySats: 4n * DAILY_SATS, remainingSats: 0n },
  });
});

test("the /56 networks in one /48 share the allowance of eight accounts", async () => {
  for (let place = 0; place < 8; place += 1) await ask(`2001:db8:43:${place}00::1`);
  await expect(ask("2001:db8:43:800::1")).rejects.toMatchObject({ code: "faucet_network_limit" });
  await ask("2001:db8:44::1");
});

test("local requests to a default installation have only the total limit", async () => {
  const [userId, again] = [await installation.newUser(), await installation.newUser()];
  const origin = { ip: "127.0.0.1", isLocal: true };
  const give = openFaucet(wallet());
  const before = await faucetState(wallet(), { userId, origin });
  expect(before.network).toBeNull();
  for (const asking of [userId, again, await installation.newUser()])
    await give({
      userId: asking,
      origin,
      amountSats: undefined,
      request: identity(asking, "requestFaucet"),
    });
});

test("twelve concurrent requests receive no more than the network's limit", async () => {
  const ip = "203.0.113.20";
  const results = await Promise.allSettled(Array.from({ length: 12 }, () => ask(ip, 1_500_000n)));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(6);
  const reasons = results.flatMap((one) =>
    one.status === "rejected" ? [one.reason as unknown] : [],
  );
  for (const reason of reasons) expect(reason).toMatchObject({ code: "faucet_network_limit" });
  expect(await verifyLedger(installation.database)).toEqual([]);
});

test("a refusal due to the network limit does not use the account's allowance", async () => {
  const ip = "203.0.113.30";
  await ask(ip);
  await ask(ip);
  const userId = await installation.newUser();
  await expect(ask(ip, 20_000n, userId)).rejects.toMatchObject({ code: "faucet_network_limit" });
  await ask("203.0.113.31", DAILY_SATS, userId);
  now += DAY_MS;
  await ask(ip, DAILY_SATS, userId);
});

test("the network's limit follows a change of the account's limit", async () => {
  const ip = "203.0.113.40";
  await ask(ip, DAILY_SATS - 10_000n);
  await ask(ip);
  const userId = await installation.newUser();
  expect(await faucetState(wallet(), { userId, origin: { ip } })).toMatchObject({
    remainingSats: 10_000n,
  });
  await postLimits(wallet(), "faucet", { least: "0.0002" });
  expect(await faucetState(wallet(), { userId, origin: { ip } })).toMatchObject({ isOpen: false });
  await expect(ask(ip, undefined, userId)).rejects.toMatchObject({ code: "faucet_network_limit" });
  await postLimits(wallet(), "faucet", { daily: "0.06" });
  expect(await faucetState(wallet(), { userId, origin: { ip } })).toMatchObject({
    remainingSats: 2_010_000n,
  });
});

test("network totals of past days are deleted", async () => {
  const networks = () =>
    installation.database.query("select network from wallet_faucet_networks order by network");
  expect((await networks()).length).toBeGreaterThan(1);
  await sweepFaucet(installation.database, new Date(now + DAY_MS));
  expect(await networks()).toEqual([
    { network: "203.0.113.30" },
    { network: "203.0.113.40" },
    { network: "all" },
  ]);
});

test("concurrent requests from many networks receive at most the daily total", async () => {
  now += DAY_MS;
  await postLimits(wallet(), "faucet", { totalDaily: "0.13" });
  const results = await Promise.allSettled(
    Array.from({ length: 6 }, (_, place) => ask(`198.51.100.${place}`, DAILY_SATS)),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  await expect(ask("198.51.100.9", DAILY_SATS)).rejects.toMatchObject({
    status: 422,
    title: "Daily Limit Reached",
    code: "faucet_total_limit",
    text: "The faucet sends at most 0.13000000 BTC a day to all users together. 0.03000000 BTC is left today.",
  });
  await ask("198.51.100.10");
  const userId = await installation.newUser();
  const state = await faucetState(wallet(), { userId, origin: { ip: "198.51.100.11" } });
  expect(state).toMatchObject({
    isOpen: false,
    remainingSats: 0n,
    closedReason:
      "The faucet has given its daily limit of 0.13000000 BTC. It opens again at midnight UTC.",
  });
});
