/**
 * Tests opening stakes and investments: one transaction, limits by balance and fund, and the
 * refusal texts that users see.
 */
import { accountBalance, postAll, verifyLedger } from "#ledger";
import { newUuid } from "#platform";
import { beforeEach, describe, expect, test } from "vitest";
import { fileDatabase } from "../../test/support/servers/database.ts";
import {
  earnDeps,
  earnRequest,
  newAddress,
  availableCoins,
  saver,
  setFunding,
  type EarnTestDeps,
  lockedInterestSats,
} from "../../test/support/money/earn.ts";
import { plainRequest } from "../../test/support/servers/sign-in-server.ts";
import {
  countAgain,
  everythingPromised,
  nothingPromised,
  promisedAllBut,
} from "../../test/support/money/treasury.ts";
import { exitPosition } from "./exit-position.ts";
import { fillFund, FUNDING, RESERVE } from "./fund.ts";
import { openPosition } from "./open-position.ts";
import { listPositions } from "./list-positions.ts";
import { listProducts } from "./list-products.ts";
import { investmentPlan, stakingFor } from "./offer.ts";
import { openPositionsOf } from "./positions-table.ts";
import { earnRoutes } from "./routes.ts";

const DAY_MS = 86_400_000;
const BTC = 100_000_000n;

const test_ = fileDatabase();
let deps: EarnTestDeps;
beforeEach(async () => {
  deps = earnDeps(test_.database);
  await setFunding(test_.database, 2n * BTC);
  await fillFund(deps);
});

const stake = (userId: string, amountSats: bigint, days = 90) =>
  openPosition(deps, {
    request: earnRequest(userId, "openStake"),
    origin: { ip: newAddress() },
    findProduct: () => stakingFor(days),
    amountSats,
  });
const invest = (userId: string, planId: string, amountSats: bigint) =>
  openPosition(deps, {
    request: earnRequest(userId, "openInvestment"),
    origin: { ip: newAddress() },
    findProduct: () => investmentPlan(planId),
    amountSats,
  });

describe("opening a stake", () => {
  test("a stake holds the coins and reserves its whole interest", async () => {
    const userId = await saver(test_.database, BTC);
    const reserved = await accountBalance(test_.database, RESERVE);
    const position = await stake(userId, 10_000_000n);
    expect(position).toMatchObject({ lockedSats: 1_232_876n, apy: 5_000, state: "open" });
    expect(+(position.endsAt ?? 0) - +position.openedAt).toBe(90 * DAY_MS);
    expect(await availableCoins(test_.database, userId)).toEqual({
      availableSats: 90_000_000n,
      heldSats: 10_000_000n,
    });
    expect(await accountBalance(test_.database, RESERVE)).toBe(reserved + 1_232_876n);
    expect(await accountBalance(test_.database, FUNDING)).toBe(2n * BTC - 1_232_876n);
  });

  test("the message about an opening names the practice fund", async () => {
    const userId = await saver(test_.database, BTC);
    const { id } = await stake(userId, 10_000_000n);
    const [message] = await test_.database.query<{ subject: string; text: string }>(
      "select subject, body as text from notifications_messages where user_id = $1 and template = 'earn_opened'",
      [userId],
    );
    expect(message?.subject).toBe("90-day staking: 0.10000000 BTC opened");
    expect(message?.text).toContain("0.01232876 BTC of interest is set aside");
    expect(message?.text).toContain("the platform's practice fund");
    expect(message?.text).toContain(id);
  });

  test.each([0n, -1n])("a stake of %i is refused as an invalid amount", async (amount) => {
    const userId = await saver(test_.database, BTC);
    await expect(stake(userId, amount)).rejects.toMatchObject({
      status: 422,
      title: "Invalid Amount",
      text: "Please enter a valid amount to stake.",
    });
  });

  test("a stake of the whole balance is accepted, and one satoshi more is refused", async () => {
    const userId = await saver(test_.database, 1_000n);
    await expect(stake(userId, 1_001n)).rejects.toMatchObject({
      title: "Insufficient Funds",
      text: "You do not have enough BTC to stake that amount.",
    });
    await stake(userId, 1_000n);
    expect(await availableCoins(test_.database, userId)).toEqual({
      availableSats: 0n,
      heldSats: 1_000n,
    });
  });

  test("a stake of one satoshi earns nothing", async () => {
    const userId = await saver(test_.database, 1n);
    expect(await stake(userId, 1n)).toMatchObject({ lockedSats: 0n });
    expect(await availableCoins(test_.database, userId)).toEqual({
      availableSats: 0n,
      heldSats: 1n,
    });
  });

  test.each([31, 0, -90, 365])("a stake for %i days is refused", async (days) => {
    const userId = await saver(test_.database, BTC);
    await expect(stake(userId, 1_000n, days)).rejects.toMatchObject({
      status: 422,
      title: "Invalid Period",
      text: `Staking runs for 30, 90 or 180 days; ${days} days are not on offer.`,
    });
  });

  test("a stake from a frozen account is refused", async () => {
    const userId = await saver(test_.database, BTC);
    const frozen = openPosition(
      { ...deps, frozenAmong: async (_, userIds) => new Set(userIds) },
      {
        request: earnRequest(userId),
        origin: { ip: newAddress() },
        findProduct: () => stakingFor(90),
        amountSats: 1_000n,
      },
    );
    await expect(frozen).rejects.toMatchObject({ code: "account_frozen" });
  });

  test("a stake is refused if its terms have changed since the user saw them", async () => {
    const userId = await saver(test_.database, BTC);
    const opening = {
      request: earnRequest(userId),
      origin: { ip: newAddress() },
      findProduct: () => stakingFor(90),
      amountSats: 10_000_000n,
      interestSats: 1_232_877n,
    };
    await expect(openPosition(deps, opening)).rejects.toMatchObject({
      code: "terms_changed",
      text: "The interest of 90-day staking is now 0.01232876 BTC. Check the new estimate before you continue.",
    });
  });
});

describe("opening an investment", () => {
  test.each([
    ["btc-starter", 100_000n, 657n, 30],
    ["btc-growth", 5_000_000n, 184_931n, 90],
    ["btc-pro", 50_000_000n, 1_027_397n, null],
  ])("an investment of the minimum in %s is accepted", async (planId, min, interest, days) => {
    const userId = await saver(test_.database, BTC);
    const position = await invest(userId, planId, min);
    expect(position.lockedSats).toBe(interest);
    expect(position.endsAt && +position.endsAt - +position.openedAt).toBe(days && days * DAY_MS);
  });

  test.each([
    ["btc-starter", 99_999n, "The minimum for BTC Starter is 0.001 BTC."],
    ["btc-growth", 4_999_999n, "The minimum for BTC Growth is 0.05 BTC."],
    ["btc-pro", 49_999_999n, "The minimum for BTC Pro is 0.5 BTC."],
  ])("an investment in %s below its minimum is refused", async (planId, amount, text) => {
    const userId = await saver(test_.database, BTC);
    await expect(invest(userId, planId, amount)).rejects.toMatchObject({
      title: "Invalid Amount",
      text,
    });
  });

  test("an investment of zero, above the balance or in an unknown plan is refused", async () => {
    const userId = await saver(test_.database, 100_000n);
    await expect(invest(userId, "btc-starter", 0n)).rejects.toMatchObject({
      text: "Please enter a valid amount to invest.",
    });
    await expect(invest(userId, "btc-starter", 100_001n)).rejects.toMatchObject({
      title: "Insufficient Funds",
      text: "You do not have enough BTC for BTC Starter.",
    });
    await expect(invest(userId, "staking-90", 1n)).rejects.toMatchObject({ status: 404 });
  });
});

describe("the practice fund", () => {
  test("a fund that contains exactly the interest accepts the stake", async () => {
    const userId = await saver(test_.database, BTC);
    await setFunding(test_.database, 1_232_876n);
    await stake(userId, 10_000_000n);
    expect(await accountBalance(test_.database, FUNDING)).toBe(0n);
  });

  test("a refusal for lack of fund coins states the largest amount that is accepted", async () => {
    const userId = await saver(test_.database, BTC);
    await setFunding(test_.database, 1_232_875n);
    await expect(stake(userId, 10_000_000n)).rejects.toMatchObject({
      status: 409,
      code: "beyond_fund",
      title: "Amount Too Large",
      text: "The practice fund can set aside the interest of at most 0.09999994 BTC in 90-day staking now. Choose a smaller amount, or try again when the fund is filled.",
    });
    expect(await availableCoins(test_.database, userId)).toEqual({
      availableSats: BTC,
      heldSats: 0n,
    });
    expect((await listPositions(deps, { userId })).positions).toEqual([]);
    expect(await closedReason()).toBeNull();
    await stake(userId, 9_999_994n);
  });

  test("an insufficient balance is reported even if the fund is empty", async () => {
    const userId = await saver(test_.database, 100_000n);
    await setFunding(test_.database, 0n);
    await expect(stake(userId, 100_001n)).rejects.toMatchObject({ code: "stake_over_balance" });
    await expect(invest(userId, "btc-starter", 100_001n)).rejects.toMatchObject({
      code: "investment_over_balance",
    });
  });

  test("a product is closed while the fund cannot pay the interest on its minimum", async () => {
    const userId = await saver(test_.database, BTC);
    await setFunding(test_.database, 0n);
    const said = {
      code: "product_closed",
      title: "Closed for New Money",
      text: "The practice fund cannot set aside the interest of 90-day staking now. It opens again when the fund is filled.",
    };
    await expect(stake(userId, 10_000_000n)).rejects.toMatchObject(said);
    await expect(stake(userId, 1_000n)).rejects.toMatchObject(said);
    expect(await closedReason()).toBe(said.text);
    await setFunding(test_.database, 1_232_876n);
    expect(await closedReason()).toBeNull();
    await stake(userId, 10_000_000n);
  });

  const closedReason = async () =>
    (await listProducts(deps)).products.find(({ product }) => product.id === "staking-90")
      ?.closedReason;

  test("the treasury fills the fund only with spare coins", async () => {
    await setFunding(test_.database, 0n);
    const treasury = "house:treasury:BTC";
    await test_.database.transaction(async (tx) => {
      await postAll(tx, [
        { id: newUuid(), debit: "chain", credit: treasury, amount: 5n * BTC, code: "coinbase" },
      ]);
    });
    await fillFund({ ...deps, treasury: await promisedAllBut(test_.database, 7n) });
    expect(await accountBalance(test_.database, FUNDING)).toBe(7n);
    deps.clock.advance(61_000);
    await fillFund({ ...deps, treasury: nothingPromised });
    expect(await accountBalance(test_.database, FUNDING)).toBe(2n * BTC);
    await fillFund({ ...deps, treasury: nothingPromised });
    expect(await accountBalance(test_.database, FUNDING)).toBe(2n * BTC);
  });
});

test("while the fund has too little, cover is counted only once per minute", async () => {
  await setFunding(test_.database, 0n);
  let counts = 0;
  const [everything] = everythingPromised.products;
  if (!everything) throw new Error("the treasury has no product");
  const liabilities: typeof everything.liabilities = (...args) => {
    counts += 1;
    return everything.liabilities(...args);
  };
  const treasury = { products: [{ ...everything, liabilities }] };
  const fill = () => fillFund({ ...deps, treasury });
  await countAgain(test_.database);
  for (let round = 1; round <= 3; round += 1) await fill();
  expect(counts).toBe(1);
  deps.clock.advance(61_000);
  for (let round = 1; round <= 3; round += 1) await fill();
  expect(counts).toBe(2);
});

describe("concurrent openings", () => {
  test("only one of 100 concurrent stakes of the whole balance succeeds", async () => {
    const userId = await saver(test_.database, 1_000_000n);
    const tries = Array.from({ length: 100 }, () => stake(userId, 1_000_000n));
    const results = await Promise.allSettled(tries);
    const said = results.map((one) =>
      one.status === "fulfilled" ? "opened" : (one.reason as { code?: string }).code,
    );
    expect(said.filter((word) => word === "opened")).toHaveLength(1);
    expect(said.filter((word) => word === "stake_over_balance")).toHaveLength(99);
    expect(await availableCoins(test_.database, userId)).toEqual({
      availableSats: 0n,
      heldSats: 1_000_000n,
    });
  });

  test("if the fund covers three of 40 concurrent stakes, exactly three succeed", async () => {
    await setFunding(test_.database, 3n * 1_232_876n);
    const people = await Promise.all(
      Array.from({ length: 40 }, () => saver(test_.database, 10_000_000n)),
    );
    const results = await Promise.allSettled(people.map((userId) => stake(userId, 10_000_000n)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect(await accountBalance(test_.database, FUNDING)).toBe(0n);
    expect(await accountBalance(test_.database, RESERVE)).toBe(
      await lockedInterestSats(test_.database),
    );
  });

  test("repeated requests with one key open only one position", async () => {
    const userId = await saver(test_.database, BTC);
    const request = earnRequest(userId, "openStake");
    const send = () =>
      openPosition(deps, {
        request,
        origin: { ip: newAddress() },
        findProduct: () => stakingFor(30),
        amountSats: 1_000_000n,
      });
    await Promise.allSettled([send(), send(), send()]);
    const first = await send();
    expect(await send()).toEqual(first);
    expect((await listPositions(deps, { userId })).positions).toHaveLength(1);
  });
});

describe("limit of open positions", () => {
  /** Inserts positions directly, without holding coins. */
  const openAlready = (userId: string, count: number) =>
    test_.database.query(
      `insert into earn_positions (id, user_id, product_id, principal_sats, apy_basis_points, opened_at,
         locked_days, locked_sats, hold_id)
       select gen_random_uuid()::text, $1, 'btc-pro', 1, 2500, $2::timestamptz, 30, 0, gen_random_uuid()
       from generate_series(1, $3::integer)`,
      [userId, deps.clock.now(), count],
    );

  test("a user may have at most 200 open positions", async () => {
    const userId = await saver(test_.database, BTC);
    const openStake = earnRoutes(deps).openStake;
    await openAlready(userId, 199);
    const others = await Promise.all(
      Array.from({ length: 4 }, () => saver(test_.database, 1_000_000n)),
    );
    const together = [userId, ...others].map((one) =>
      openStake({
        ...plainRequest,
        caller: { userId: one } as never,
        ip: newAddress(),
        body: { amountSats: 1_000_000n, durationDays: 90 },
        idempotency: earnRequest(one, "openStake"),
      }),
    );
    const results = await Promise.allSettled([
      ...together,
      ...Array.from({ length: 6 }, () => stake(userId, 1_000_000n)),
    ]);
    const said = results.map((one) =>
      one.status === "fulfilled" ? "opened" : (one.reason as { code?: string }).code,
    );
    expect(said.slice(1, 5)).toEqual(others.map(() => "opened"));
    const own = [said[0], ...said.slice(5)];
    expect(own.filter((word) => word === "opened")).toHaveLength(1);
    expect(own.filter((word) => word === "positions_too_many")).toHaveLength(6);
    expect(await openPositionsOf(test_.database, userId)).toBe(200);
  });

  test("a user with 200 positions can open another after closing one", async () => {
    const userId = await saver(test_.database, BTC);
    const { id: positionId } = await stake(userId, 1_000_000n);
    await openAlready(userId, 199);
    await expect(stake(userId, 1_000_000n)).rejects.toMatchObject({
      status: 409,
      code: "positions_too_many",
    });
    await exitPosition(deps, { request: earnRequest(userId, "exitPosition"), positionId });
    await stake(userId, 1_000_000n);
  });
});

test("ledger verification finds no problems after these tests", async () => {
  expect(await verifyLedger(test_.database)).toEqual([]);
  expect(await accountBalance(test_.database, RESERVE)).toBe(
    await lockedInterestSats(test_.database),
  );
});
