/**
 * What the faucet gives to one network a day, whoever asks from there: many accounts of one person
 * are no way to more.
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
}, 60_000);
afterAll(() => installation.close());

const wallet = () => ({
  ...installation.wallet,
  clock: { now: () => new Date(now) },
  faucetAccountsPerNetwork: 2,
});
async function ask(ip: string, amountSats?: bigint, userId?: string) {
  const asking = userId ?? (await installation.newUser());
  const request = identity(asking, "requestFaucet");
  return openFaucet(wallet())({ userId: asking, amountSats, request, ip });
}

test("two accounts' worth go to one network a day, and as much to another", async () => {
  const ip = "203.0.113.7";
  await ask(ip);
  await ask(ip, DAILY_SATS - 1_000_000n);
  await expect(ask(ip, 1_000_001n)).rejects.toMatchObject({
    status: 422,
    code: "faucet_network_limit",
    text: "The faucet gives 0.10000000 BTC a day to one network. Today 0.01000000 BTC are left for yours.",
  });
  const userId = await installation.newUser();
  expect(await faucetState(wallet(), { userId, ip })).toMatchObject({
    isOpen: true,
    dailySats: DAILY_SATS,
    remainingSats: 1_000_000n,
  });
  // All that is left, for the account and for the network.
  expect(await ask(ip, undefined, userId)).toMatchObject({ amountSats: 1_000_000n });
  await expect(ask(ip)).rejects.toMatchObject({ code: "faucet_network_limit" });
  expect(await faucetState(wallet(), { userId, ip })).toMatchObject({
    isOpen: false,
    remainingSats: 0n,
    closedReason:
      "Your network has had all that the faucet gives to one network a day, 0.10000000 BTC. It opens again at midnight UTC.",
  });
  expect(await faucetState(wallet(), { userId, ip: "203.0.113.8" })).toMatchObject({
    isOpen: true,
    remainingSats: 4_000_000n,
  });
  await ask("203.0.113.8");
});

test("addresses of one network of IPv6 count together", async () => {
  await ask("2001:db8:1:2::1");
  await ask("2001:db8:1:2:ffff::2");
  await expect(ask("2001:db8:1:2::3")).rejects.toMatchObject({ code: "faucet_network_limit" });
  await ask("2001:db8:1:3::1");
});

test("of twelve accounts at once no more get theirs than the network may have", async () => {
  const ip = "203.0.113.20";
  const asked = await Promise.allSettled(Array.from({ length: 12 }, () => ask(ip, 1_500_000n)));
  expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(6);
  const reasons = asked.flatMap((one) =>
    one.status === "rejected" ? [one.reason as unknown] : [],
  );
  for (const reason of reasons) expect(reason).toMatchObject({ code: "faucet_network_limit" });
  expect(await verifyLedger(installation.database)).toEqual([]);
});

test("what is refused for the network costs the account nothing; the next day it opens again", async () => {
  const ip = "203.0.113.30";
  await ask(ip);
  await ask(ip);
  const userId = await installation.newUser();
  await expect(ask(ip, 20_000n, userId)).rejects.toMatchObject({ code: "faucet_network_limit" });
  await ask("203.0.113.31", DAILY_SATS, userId);
  now += DAY_MS;
  await ask(ip, DAILY_SATS, userId);
});

test("the limit follows what the faucet gives to an account, and less than it gives at a time is nothing", async () => {
  const ip = "203.0.113.40";
  await ask(ip, DAILY_SATS - 10_000n);
  await ask(ip);
  const userId = await installation.newUser();
  expect(await faucetState(wallet(), { userId, ip })).toMatchObject({ remainingSats: 10_000n });
  await postLimits(wallet(), "faucet", { least: "0.0002" });
  expect(await faucetState(wallet(), { userId, ip })).toMatchObject({ isOpen: false });
  await expect(ask(ip, undefined, userId)).rejects.toMatchObject({ code: "faucet_network_limit" });
  await postLimits(wallet(), "faucet", { daily: "0.06" });
  expect(await faucetState(wallet(), { userId, ip })).toMatchObject({ remainingSats: 2_010_000n });
});

test("networks of days that are over are forgotten", async () => {
  const networks = () =>
    installation.database.query("select network from wallet_faucet_networks order by network");
  expect((await networks()).length).toBeGreaterThan(1);
  await sweepFaucet(installation.database, new Date(now + DAY_MS));
  expect(await networks()).toEqual([{ network: "203.0.113.30" }, { network: "203.0.113.40" }]);
});
