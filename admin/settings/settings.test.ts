/** Site settings on a real database: append-only, from the version that was seen, with its audit entry or not at all. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminRoutes, verifyAudit, type AdminParts } from "#admin";
import type { Caller } from "#api-schema/route";
import { balancesOf, verifyLedger } from "#ledger";
import { miningRoutes, payOutDue } from "#mining";
import { authenticate } from "#users";
import { userWith } from "../../test/support/books.ts";
import { moneyRequest } from "../../test/support/mining.ts";
import {
  plainRequest,
  signUp,
  startSignInServer,
  type SignInServer,
} from "../../test/support/sign-in-server.ts";

const DAY_MS = 86_400_000;
const WHY = { source: "Mean of three exchanges", reason: "Weekly update" };

let server: SignInServer;
let parts: AdminParts;
let admin: Caller;
let other: Caller;
let announced: string[];

beforeAll(async () => {
  server = await startSignInServer({ administratorWritesPerMinuteMax: 10_000 });
  parts = { ...server.parts, nodeHeight: async () => 42 };
  [admin, other] = [await newAdministrator(), await newAdministrator()];
  parts.bus.subscribe("terms", ({ what }) => announced.push(what));
});
afterAll(() => server.close());
beforeEach(() => {
  announced = [];
});

async function newAdministrator(): Promise<Caller> {
  const { session, userId } = await signUp(server);
  await parts.database.query(
    "insert into users_roles (user_id, role, granted_at) values ($1, 'administrator', now())",
    [userId],
  );
  parts.callerCache.dropUser(userId);
  return authenticate(parts, session.access_token);
}

const routes = () => adminRoutes(parts);
const settings = () => routes().getSiteSettings({ ...plainRequest, caller: admin });
type Settings = Awaited<ReturnType<typeof settings>>;
type Values = Settings["reference"][number]["values"];

const newest = ({ reference }: Settings) => {
  const [version] = reference;
  if (!version) throw new Error("no version");
  return version;
};
const rateOf = ({ earn }: Settings, productId: string) => {
  const rate = earn.find((product) => product.productId === productId)?.rates[0];
  if (!rate) throw new Error(`no rate of ${productId}`);
  return rate;
};

async function post(values: Partial<Values>, { caller = admin, seen = newest, why = WHY } = {}) {
  const version = seen(await settings());
  const body = { seenId: version.id, values: { ...version.values, ...values }, ...why };
  return routes().setReferenceValues({ ...plainRequest, caller, body });
}

async function postRate(productId: string, apyPercent: string, caller = admin) {
  const { id: seenId } = rateOf(await settings(), productId);
  const body = { productId, seenId, apyPercent, ...WHY };
  return routes().setEarnRate({ ...plainRequest, caller, body });
}

const lastEntry = async () => {
  const query = { limit: 1 };
  const { items } = await routes().listAudit({ ...plainRequest, caller: admin, query });
  return items[0];
};
const auditEntries = async () => (await verifyAudit(parts.database)).entries;

describe("reference values", () => {
  test("begin as the product's own, with their source", async () => {
    const found = await settings();
    expect(found.reference).toHaveLength(1);
    expect(newest(found)).toMatchObject({
      values: {
        usdPerBtc: "60000",
        difficulty: "83000000000000",
        subsidyBtc: "3.125",
        feesBtc: "0",
        poolFeePercent: "0",
        usdPerKwh: "0.1",
        boostUsdPerThsDay: "0.05",
      },
      setBy: "Hashfloor",
    });
    expect(newest(found).source).toContain("9 to 23 May 2024");
  });

  test("a new version is dated now, keeps the old one, is announced, and stands in the audit trail", async () => {
    const before = newest(await settings());
    const from = parts.clock.now();
    const after = await post({ usdPerBtc: "61000.5", poolFeePercent: "1" });
    expect(newest(after)).toMatchObject({
      values: { ...before.values, usdPerBtc: "61000.5", poolFeePercent: "1" },
      source: WHY.source,
      setBy: admin.email,
    });
    expect(newest(after).validFrom >= from).toBe(true);
    expect(newest(after).validFrom <= after.at).toBe(true);
    expect(after.reference[1]).toEqual(before);
    expect(announced).toEqual(["reference"]);
    expect(await lastEntry()).toMatchObject({
      action: "settings.reference",
      actorEmail: admin.email,
      reason: WHY.reason,
      before: { version: before.id, usdPerBtc: "60000", poolFeePercent: "0" },
      after: { version: newest(after).id, usdPerBtc: "61000.5", poolFeePercent: "1" },
    });
  });

  test.each([
    [{ usdPerBtc: "0" }, "Rate must be above 0."],
    [{ usdPerBtc: "-5" }, "Rate must be a number above or equal to 0"],
    [{ usdPerBtc: "NaN" }, "Rate must be a number above or equal to 0"],
    [{ usdPerBtc: "9999999" }, "Rate changes by a factor of 10 at most"],
    [{ difficulty: "0.5" }, "Difficulty must be at least 1."],
    [{ difficulty: "1" }, "Difficulty changes by a factor of 10 at most"],
    [{ poolFeePercent: "20.1" }, "Pool fee must be at most 20."],
    [{ usdPerKwh: "0" }, "Electricity must be above 0."],
    [{ feesBtc: "4" }, "Fees per block must be at most the block subsidy."],
  ])("%j is refused with a sentence and leaves no trace", async (values, text) => {
    const [before, entries] = [await settings(), await auditEntries()];
    await expect(post(values)).rejects.toMatchObject({
      status: 422,
      title: "Invalid Value",
      text: expect.stringContaining(text) as string,
    });
    expect((await settings()).reference).toEqual(before.reference);
    expect(await auditEntries()).toBe(entries);
    expect(announced).toEqual([]);
  });

  test("the values in force, written otherwise, are no new version", async () => {
    const { poolFeePercent } = newest(await settings()).values;
    await expect(post({ poolFeePercent: `0${poolFeePercent}.00` })).rejects.toMatchObject({
      code: "reference_values_same",
    });
  });

  test("of ten who saw the same version one wins; nothing is overwritten", async () => {
    const [before, entries] = [await settings(), await auditEntries()];
    const seen = () => newest(before);
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, one) =>
        post({ usdPerBtc: String(62_000 + one) }, { caller: one % 2 ? admin : other, seen }),
      ),
    );
    const refused = results.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(9);
    for (const one of refused)
      expect(one).toMatchObject({
        reason: { status: 409, code: "reference_values_changed", title: "Changed Meanwhile" },
      });
    const after = await settings();
    expect(after.reference).toHaveLength(before.reference.length + 1);
    expect(after.reference[1]).toEqual(before.reference[0]);
    expect(await auditEntries()).toBe(entries + 1);
    expect(announced).toEqual(["reference"]);
  });

  test("a version that is not the newest is refused, also when the values are the same again", async () => {
    const old = newest(await settings());
    await post({ usdPerBtc: "64000" });
    await post({ usdPerBtc: old.values.usdPerBtc });
    await expect(post({ usdPerBtc: "65000" }, { seen: () => old })).rejects.toMatchObject({
      code: "reference_values_changed",
    });
  });

  test("who is no administrator any more changes nothing, whatever the session says", async () => {
    const [third, entries] = [await newAdministrator(), await auditEntries()];
    await parts.database.query("delete from users_roles where user_id = $1", [third.userId]);
    await expect(post({ usdPerBtc: "66000" }, { caller: third })).rejects.toMatchObject({
      status: 403,
    });
    await expect(postRate("btc-starter", "9", third)).rejects.toMatchObject({ status: 403 });
    expect(await auditEntries()).toBe(entries);
    expect(announced).toEqual([]);
  });

  test("shows the last 20 versions", async () => {
    for (let one = 0; one < 21; one += 1) await post({ usdPerBtc: String(70_000 + one) });
    const { reference } = await settings();
    expect(reference).toHaveLength(20);
    expect(reference.map(({ values }) => values.usdPerBtc).slice(0, 2)).toEqual(["70020", "70019"]);
  });
});

test("a running contract keeps what applied when: each day is paid by the values of that day", async () => {
  const { database } = parts;
  await post({ difficulty: "83000000000000", poolFeePercent: "0", usdPerBtc: "60000" });
  const first = newest(await settings());
  const mining = { ...parts, isFrozen: async () => false, payoutSeconds: 1 };
  const userId = await userWith(database, { sats: 4_000_000n });
  const caller = { ...admin, userId, isAdmin: false };
  const buy = miningRoutes(mining);
  const idempotency = moneyRequest(userId, "buy");
  const body = { planId: "pro-miner" };
  const bought = await buy.buyContract({ ...plainRequest, caller, body, idempotency });
  expect(bought.purchasedAt.id).toBe(first.id);
  const { availableSats: before } = await balancesOf(database, userId);
  await buy.startMining({ ...plainRequest, caller });
  server.clock.move(DAY_MS);
  const second = newest(await post({ difficulty: "166000000000000" }));
  server.clock.move(DAY_MS);
  await payOutDue(mining);
  const { availableSats: after } = await balancesOf(database, userId);
  expect(Number(after - before)).toBeCloseTo(34_083, -1); // 22,722 of the first day and half of it of the second
  const query = { limit: 10 };
  const { items } = await buy.listStatements({ ...plainRequest, caller, query });
  const difficulties = items.flatMap(({ segments }) => segments.map((line) => line.difficulty));
  expect(new Set(difficulties)).toEqual(new Set(["83000000000000", "166000000000000"]));
  const { contracts } = await buy.getMining({ ...plainRequest, caller });
  expect(contracts[0]?.purchasedAt).toMatchObject({ id: first.id, difficulty: "83000000000000" });
  expect(second.id).not.toBe(first.id);
  expect(await verifyLedger(database)).toEqual([]);
});

describe("earn rates", () => {
  test("name their floor, and a new one counts from now", async () => {
    const found = await settings();
    expect(
      found.earn.map(({ name, floorPercent, rates }) => [name, floorPercent, rates[0]?.apyPercent]),
    ).toEqual([
      ["BTC Starter", null, "8"],
      ["BTC Growth", null, "15"],
      ["BTC Pro", "25", "25"],
      ["30-day staking", null, "35"],
      ["90-day staking", null, "50"],
      ["180-day staking", null, "75"],
    ]);
    const before = rateOf(found, "btc-pro");
    const after = await postRate("btc-pro", "27.5");
    expect(rateOf(after, "btc-pro")).toMatchObject({ apyPercent: "27.5", setBy: admin.email });
    expect(rateOf(after, "btc-pro").validFrom <= after.at).toBe(true);
    expect(after.earn.find(({ productId }) => productId === "btc-pro")?.rates[1]).toEqual(before);
    expect(announced).toEqual(["rates"]);
    expect(await lastEntry()).toMatchObject({
      action: "settings.rate",
      before: { apyPercent: "25" },
      after: { apyPercent: "27.5", product: "btc-pro" },
    });
  });

  test.each([
    ["btc-pro", "24.99", "APY must be at least 25 %: that floor is promised."],
    ["btc-starter", "0", "APY must be above 0."],
    ["btc-starter", "81", "APY changes by a factor of 10 at most: now from 0.8 to 80."],
    ["staking-180", "1001", "APY must be at most 100 %."],
    ["staking-30", "35,5", "APY must be a number above or equal to 0"],
  ])("%s at %s %% is refused: %s", async (productId, apy, text) => {
    const entries = await auditEntries();
    await expect(postRate(productId, apy)).rejects.toMatchObject({
      status: 422,
      text: expect.stringContaining(text) as string,
    });
    expect(await auditEntries()).toBe(entries);
  });

  test("a plan that is not on offer and the same rate again are refused", async () => {
    const { id: seenId } = rateOf(await settings(), "btc-starter");
    const body = { productId: "btc-none", seenId, apyPercent: "9", ...WHY };
    await expect(
      routes().setEarnRate({ ...plainRequest, caller: admin, body }),
    ).rejects.toMatchObject({ code: "rate_product_unknown" });
    await expect(postRate("btc-starter", "8.00")).rejects.toMatchObject({ code: "rate_same" });
  });

  test("of two who saw the same rate one wins, while another plan is free", async () => {
    const { id: seenId } = rateOf(await settings(), "staking-90");
    const at = (apyPercent: string, caller: Caller) =>
      routes().setEarnRate({
        ...plainRequest,
        caller,
        body: { productId: "staking-90", seenId, apyPercent, ...WHY },
      });
    const results = await Promise.allSettled([
      at("51", admin),
      at("52", other),
      postRate("staking-30", "36"),
    ]);
    expect(results[2]?.status).toBe("fulfilled");
    expect(results.slice(0, 2).filter(({ status }) => status === "rejected")).toMatchObject([
      { reason: { status: 409, code: "rate_changed" } },
    ]);
    const { earn } = await settings();
    expect(earn.find(({ productId }) => productId === "staking-90")?.rates).toHaveLength(2);
  });
});

test("the audit trail is whole after all of it", async () => {
  expect((await verifyAudit(parts.database)).problems).toEqual([]);
});
