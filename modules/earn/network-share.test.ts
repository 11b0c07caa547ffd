/** Tests that the accounts of one network cannot use up the fund. */
import { verifyLedger } from "#ledger";
import { beforeEach, expect, test } from "vitest";
import { fileDatabase } from "../../test/support/servers/database.ts";
import {
  earnDeps,
  earnRequest,
  lockedInterestSats,
  newAddress,
  saver,
  setFunding,
  type EarnTestDeps,
} from "../../test/support/money/earn.ts";
import { NETWORK_DAILY_SATS, sweepShares } from "./network-share.ts";
import { stakingFor } from "./offer.ts";
import { openPosition } from "./open-position.ts";
import { earnRoutes } from "./routes.ts";
import { plainRequest } from "../../test/support/servers/sign-in-server.ts";

const BTC = 100_000_000n;
const DAY_MS = 86_400_000;
/** Interest on 1 BTC for 90 days at 50 % per year. */
const INTEREST_SATS = 12_328_767n;

const test_ = fileDatabase();
let deps: EarnTestDeps;
beforeEach(async () => {
  deps = earnDeps(test_.database);
  await setFunding(test_.database, 2n * BTC);
});

async function stake(ip: string, amountSats = BTC) {
  const userId = await saver(test_.database, amountSats);
  const request = earnRequest(userId);
  return openPosition(deps, {
    request,
    origin: { ip },
    findProduct: () => stakingFor(90),
    amountSats,
  });
}

test("accounts in one network get at most a quarter of the fund's target per day", async () => {
  const ip = newAddress();
  for (let account = 0; account < 4; account += 1)
    expect((await stake(ip)).lockedSats).toBe(INTEREST_SATS);
  await expect(stake(ip)).rejects.toMatchObject({
    status: 409,
    code: "network_share",
    text: "The practice fund sets aside at most 0.5 BTC of interest a day for one network. Your network has 0.00684932 BTC left today. Choose a smaller amount, or try again after midnight UTC.",
  });
  // The refused stake does not count toward the limit.
  await stake(ip, 5_000_000n);
  await stake(newAddress());
  deps.clock.advance(DAY_MS);
  await stake(ip);
  expect(await verifyLedger(test_.database)).toEqual([]);
});

test("addresses in one IPv6 network share one limit", async () => {
  for (let host = 1; host <= 4; host += 1) await stake(`2001:db8:5:6::${host}`);
  await expect(stake("2001:db8:5:6:ffff::1")).rejects.toMatchObject({ code: "network_share" });
  await stake("2001:db8:5:7::1");
});

test("networks in one /48 together get at most three quarters of the fund's target", async () => {
  const origin = (place: number) => `2001:db8:6:${place.toString(16)}00::1`;
  for (let place = 0; place < 12; place += 1) await stake(origin(place));
  await expect(stake(origin(12))).rejects.toMatchObject({
    code: "network_share",
    text: "The practice fund sets aside at most 1.5 BTC of interest a day for one network. Your network has 0.02054796 BTC left today. Choose a smaller amount, or try again after midnight UTC.",
  });
  await stake("2001:db8:7::1");
});

test("/64 networks in one /56 together get at most half of the fund's target", async () => {
  for (let place = 0; place < 8; place += 1) await stake(`2001:db8:8:${place}::1`);
  await expect(stake("2001:db8:8:9::1")).rejects.toMatchObject({ code: "network_share" });
});

test("twelve concurrent stakes from one network do not exceed its share", async () => {
  const ip = newAddress();
  const routes = earnRoutes(deps);
  const people = await Promise.all(Array.from({ length: 12 }, () => saver(test_.database, BTC)));
  const before = await lockedInterestSats(test_.database);
  const results = await Promise.allSettled(
    people.map((userId) =>
      routes.openStake({
        ...plainRequest,
        ip,
        caller: { userId } as never,
        body: { amountSats: BTC, durationDays: 90 },
        idempotency: earnRequest(userId, "openStake"),
      }),
    ),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
  const reasons = results.flatMap((one) =>
    one.status === "rejected" ? [one.reason as unknown] : [],
  );
  for (const reason of reasons) expect(reason).toMatchObject({ code: "network_share" });
  const promisedSats = (await lockedInterestSats(test_.database)) - before;
  expect(promisedSats).toBe(4n * INTEREST_SATS);
  expect(promisedSats).toBeLessThanOrEqual(NETWORK_DAILY_SATS);
});

test("daily totals of past days are deleted", async () => {
  await stake(newAddress(), 1_000_000n);
  const count = () => test_.database.query("select 1 from earn_networks");
  expect((await count()).length).toBeGreaterThan(0);
  const now = deps.clock.now();
  await sweepShares(test_.database, now);
  expect((await count()).length).toBeGreaterThan(0);
  await sweepShares(test_.database, new Date(now.getTime() + 9 * DAY_MS));
  expect(await count()).toEqual([]);
});
