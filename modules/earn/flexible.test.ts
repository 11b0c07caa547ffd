/**
 * Tests BTC Pro and rates with a start date: days reserved ahead, a fund with too few coins,
 * catching up, exits after whole days, and future rate changes.
 */
import { accountBalance, verifyLedger } from "#ledger";
import { newId } from "#platform";
import { beforeEach, describe, expect, test } from "vitest";
import { asSuperuser, fileDatabase } from "../../test/support/servers/database.ts";
import {
  earnDeps,
  earnRequest,
  newAddress,
  lockedInterestSats,
  availableCoins,
  saver,
  setFunding,
  setRate,
  type EarnTestDeps,
} from "../../test/support/money/earn.ts";
import { exitPosition } from "./exit-position.ts";
import { extendFlexible } from "./extend-flexible.ts";
import { RESERVE } from "./fund.ts";
import { listPositions } from "./list-positions.ts";
import { listProducts } from "./list-products.ts";
import { investmentPlan, stakingFor } from "./offer.ts";
import { openPosition } from "./open-position.ts";
import { payMatured } from "./pay-matured.ts";
import { presentPosition } from "./present.ts";
import { insertRate } from "./rates-table.ts";

const DAY_MS = 86_400_000;
const BTC = 100_000_000n;
const HALF = 50_000_000n;

const test_ = fileDatabase();
let deps: EarnTestDeps;
beforeEach(async () => {
  deps = earnDeps(test_.database);
  await setFunding(test_.database, 2n * BTC);
});

async function pro() {
  const userId = await saver(test_.database, HALF);
  const position = await openPosition(deps, {
    request: earnRequest(userId),
    origin: { ip: newAddress() },
    findProduct: () => investmentPlan("btc-pro"),
    amountSats: HALF,
  });
  return { userId, position };
}
async function viewOf(userId: string) {
  const [view] = (await listPositions(deps, { userId })).positions;
  if (!view) throw new Error("no position");
  return view;
}
async function leave(userId: string, positionId: string) {
  const request = earnRequest(userId, "exitPosition");
  return exitPosition(deps, { request, positionId });
}
/** Posts a rate that applies `days` days from now. */
const announce = (productId: string, apy: number, days: number) =>
  test_.database.transaction((tx) =>
    insertRate(tx, {
      id: newId("rate"),
      productId,
      apy,
      validFrom: new Date(deps.clock.now().getTime() + days * DAY_MS),
      source: "test",
      setBy: "test",
    }),
  );

describe("a BTC Pro position", () => {
  test("an opening reserves thirty days, and each further day reserves one more", async () => {
    const { userId } = await pro();
    const opened = await viewOf(userId);
    expect(opened).toMatchObject({ lockedSats: 1_027_397n, lockedDays: 30, endsAt: null });
    await extendFlexible(deps);
    expect((await viewOf(userId)).lockedDays).toBe(30);
    deps.clock.advance(DAY_MS - 1);
    await extendFlexible(deps);
    expect((await viewOf(userId)).lockedDays).toBe(30);
    deps.clock.advance(1);
    await extendFlexible(deps);
    const extended = await viewOf(userId);
    // 31 days: 50,000,000 x 25 x 31 / 36,500 = 1,061,643.83
    expect(extended).toMatchObject({ lockedSats: 1_061_643n, lockedDays: 31 });
    expect(+(extended.paidThrough ?? 0) - +opened.openedAt).toBe(31 * DAY_MS);
  });

  test.each([
    [0, 0n],
    [DAY_MS - 1, 0n],
    [DAY_MS, 34_246n],
    [2 * DAY_MS - 1, 34_246n],
    [30 * DAY_MS, 1_027_397n],
  ])("an exit after %i ms pays whole days: %i sats", async (milliseconds, interest) => {
    const { userId, position } = await pro();
    const fund = await accountBalance(test_.database, "house:earn-funding:BTC");
    deps.clock.advance(milliseconds);
    expect((await viewOf(userId)).interestOnExitSats).toBe(interest);
    const closed = await leave(userId, position.id);
    expect(closed).toMatchObject({ outcome: "left", paidSats: interest });
    expect(await availableCoins(test_.database, userId)).toEqual({
      availableSats: HALF + interest,
      heldSats: 0n,
    });
    expect(await accountBalance(test_.database, "house:earn-funding:BTC")).toBe(
      fund + 1_027_397n - interest,
    );
  });

  test("a flexible position never matures", async () => {
    const { userId } = await pro();
    deps.clock.advance(1_000 * DAY_MS);
    await payMatured(deps);
    expect((await viewOf(userId)).state).toBe("open");
  });

  test("the first run after downtime reserves the missed days", async () => {
    const { userId, position } = await pro();
    deps.clock.advance(45 * DAY_MS);
    await extendFlexible(deps);
    expect((await viewOf(userId)).lockedDays).toBe(75);
    // 45 days: 50,000,000 x 25 x 45 / 36,500 = 1,541,095.89
    expect((await leave(userId, position.id)).paidSats).toBe(1_541_095n);
  });

  test("a fund with too few coins reserves as many days as it can", async () => {
    const { userId, position } = await pro();
    // Two days cost 34,246 + 34,247 sats. One satoshi remains.
    await setFunding(test_.database, 68_494n);
    deps.clock.advance(40 * DAY_MS);
    await extendFlexible(deps);
    const short = await viewOf(userId);
    expect(short.lockedDays).toBe(32);
    expect(+(short.paidThrough ?? 0) - +short.openedAt).toBe(32 * DAY_MS);
    const most = short.interestOnExitSats;
    expect(most).toBe(short.lockedSats);
    deps.clock.advance(5 * DAY_MS);
    await extendFlexible(deps);
    const later = await viewOf(userId);
    expect(later.lockedDays).toBe(32);
    expect(later.interestOnExitSats).toBe(most);
    expect(later.accrual).toMatchObject({ fromSats: most, toSats: most });
    await setFunding(test_.database, 2n * BTC);
    await extendFlexible(deps);
    expect((await viewOf(userId)).lockedDays).toBe(75);
    await leave(userId, position.id);
  });

  test("an exit while the fund has too little pays up to the last reserved day", async () => {
    const { userId, position } = await pro();
    await setFunding(test_.database, 0n);
    deps.clock.advance(100 * DAY_MS);
    await extendFlexible(deps);
    expect((await leave(userId, position.id)).paidSats).toBe(1_027_397n);
    expect((await availableCoins(test_.database, userId)).availableSats).toBe(HALF + 1_027_397n);
  });
});

describe("rate changes", () => {
  test("a new rate does not apply to open stakes", async () => {
    const open = async () => {
      const userId = await saver(test_.database, 10_000_000n);
      return openPosition(deps, {
        request: earnRequest(userId),
        origin: { ip: newAddress() },
        findProduct: () => stakingFor(180),
        amountSats: 10_000_000n,
      });
    };
    const before = await open();
    await announce("staking-180", 1_000, 10);
    expect((await open()).lockedSats).toBe(before.lockedSats);
    const offer = (await listProducts(deps)).products.find(
      ({ product }) => product.id === "staking-180",
    );
    expect([offer?.rate.apy, offer?.nextRate?.apy]).toEqual([7_500, 1_000]);
    deps.clock.advance(10 * DAY_MS);
    expect((await open()).lockedSats).toBe(493_150n); // 10,000,000 x 10 x 180 / 36,500 sats
    deps.clock.advance(170 * DAY_MS);
    await payMatured(deps);
    const [{ paid } = { paid: 0n }] = await test_.database.query<{ paid: bigint }>(
      "select paid_sats as paid from earn_positions where id = $1",
      [before.id],
    );
    expect(paid).toBe(3_698_630n); // 10,000,000 x 75 x 180 / 36,500 sats
  });

  test("a new rate applies to those days of BTC Pro that are not reserved yet", async () => {
    const { userId, position } = await pro();
    deps.clock.advance(20 * DAY_MS);
    await setRate(deps, "btc-pro", "30");
    expect((await viewOf(userId)).lockedSats).toBe(1_027_397n);
    await extendFlexible(deps);
    // Days 31 to 50 begin after the change: 30 x 25 % and 20 x 30 % of 50,000,000 / 36,500
    expect((await viewOf(userId)).lockedSats).toBe(1_849_315n);
    deps.clock.advance(20 * DAY_MS);
    expect((await leave(userId, position.id)).paidSats).toBe(1_438_356n); // 30 days at 25 % + 10 at 30 %
  });

  test("an opening reserves later days at a posted future rate", async () => {
    deps.clock.advance(30 * DAY_MS);
    await announce("btc-pro", 4_000, 10);
    const { position } = await pro();
    // Interest of 30 days: 10 at 30 % and 20 at 40 %
    expect(position.lockedSats).toBe(1_506_849n);
  });

  test("an open position shows the rate of its current day", async () => {
    deps.clock.advance(60 * DAY_MS);
    await announce("btc-pro", 3_500, 1);
    const { userId, position } = await pro();
    const shown = async () => presentPosition(await viewOf(userId)).apyPercent;
    expect(await shown()).toBe("40");
    deps.clock.advance(DAY_MS - 1);
    expect(await shown()).toBe("40");
    deps.clock.advance(1);
    expect(await shown()).toBe("35");
    // No worker reserves further days, so the position still shows the rate of its last reserved
    // day.
    deps.clock.advance(90 * DAY_MS);
    expect(await shown()).toBe("35");
    await leave(userId, position.id);
    expect(await shown()).toBe("40");
  });
});

test("rates and reserved days cannot be deleted", async () => {
  for (const table of ["earn_rates", "earn_locked_days"])
    await expect(
      asSuperuser(test_.database, (superuser) => superuser.query(`delete from ${table}`)),
    ).rejects.toThrow("only grows");
});

test("the reserve equals the interest owed to open positions", async () => {
  expect(await accountBalance(test_.database, RESERVE)).toBe(
    await lockedInterestSats(test_.database),
  );
  expect(await verifyLedger(test_.database)).toEqual([]);
});
