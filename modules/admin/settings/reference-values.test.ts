/**
 * Tests reference values with a real database. Reference values are append-only, must be based on
 * the version that the administrator saw, and always have an audit entry.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { verifyAudit } from "#audit";
import { balancesOf, verifyLedger } from "#ledger";
import { miningRoutes, payOutDue } from "#mining";
import { userWith } from "../../../test/support/money/books.ts";
import { moneyRequest, openGate } from "../../../test/support/money/mining.ts";
import { plainRequest } from "../../../test/support/servers/sign-in-server.ts";
import {
  newest,
  startSiteSettings,
  WHY,
  type SiteSettings,
} from "../../../test/support/servers/site-settings.ts";
import { noEarnings } from "../../../test/support/money/no-earnings.ts";

const DAY_MS = 86_400_000;

let office: SiteSettings;
beforeAll(async () => {
  office = await startSiteSettings();
});
afterAll(() => office.close());
beforeEach(() => {
  office.announced.length = 0;
});

describe("reference values", () => {
  test("the first reference values are the product's own and name their source", async () => {
    const settings = await office.settings();
    expect(settings.reference).toHaveLength(1);
    expect(newest(settings)).toMatchObject({
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
    expect(newest(settings).source).toContain("9 to 23 May 2024");
  });

  test("a new version has the current date and the old version is kept", async () => {
    const before = newest(await office.settings());
    const from = office.deps.clock.now();
    const after = await office.post({ usdPerBtc: "61000.5", poolFeePercent: "1" });
    expect(newest(after)).toMatchObject({
      values: { ...before.values, usdPerBtc: "61000.5", poolFeePercent: "1" },
      source: WHY.source,
      setBy: office.admin.email,
    });
    expect(newest(after).validFrom >= from).toBe(true);
    expect(newest(after).validFrom <= after.at).toBe(true);
    expect(after.reference[1]).toEqual(before);
    expect(office.announced).toEqual(["reference"]);
    expect(await office.lastEntry()).toMatchObject({
      action: "settings.reference",
      actorEmail: office.admin.email,
      reason: WHY.reason,
      before: { version: before.id, usdPerBtc: "60000", poolFeePercent: "0" },
      after: { version: newest(after).id, usdPerBtc: "61000.5", poolFeePercent: "1" },
    });
  });

  test.each([
    [{ usdPerBtc: "0" }, "Rate must be above 0."],
    [{ usdPerBtc: "-5" }, "Rate must be a number of at least 0"],
    [{ usdPerBtc: "NaN" }, "Rate must be a number of at least 0"],
    [{ usdPerBtc: "9999999" }, "Rate can change by at most a factor of 10"],
    [{ difficulty: "0.5" }, "Difficulty must be at least 100000000000."],
    [{ difficulty: "1000000000000" }, "Difficulty can change by at most a factor of 10"],
    [{ poolFeePercent: "20.1" }, "Pool fee must be at most 20."],
    [{ usdPerKwh: "0" }, "Electricity must be above 0."],
    [{ feesBtc: "4" }, "Fees per block must be at most the block subsidy."],
  ])("%j is refused with an explanation and without an audit entry", async (values, text) => {
    const [before, entries] = [await office.settings(), await office.auditEntries()];
    await expect(office.post(values)).rejects.toMatchObject({
      status: 422,
      title: "Invalid Value",
      text: expect.stringContaining(text) as string,
    });
    expect((await office.settings()).reference).toEqual(before.reference);
    expect(await office.auditEntries()).toBe(entries);
    expect(office.announced).toEqual([]);
  });

  test("many small changes within a day are limited like a single change", async () => {
    const { difficulty } = newest(await office.settings()).values;
    const tenth = (text: string) => String(BigInt(text.split(".")[0] ?? "") / 10n);
    await office.post({ difficulty: tenth(difficulty) });
    await expect(office.post({ difficulty: tenth(tenth(difficulty)) })).rejects.toMatchObject({
      text: expect.stringContaining("Difficulty can change by at most a factor of 10") as string,
    });
    office.server.clock.move(25 * 3_600_000);
    await office.post({ difficulty: tenth(tenth(difficulty)) });
    // Limits are relative to the values of a day ago, so a value can be reset within the same day.
    await office.post({ difficulty: tenth(difficulty) });
    office.server.clock.move(25 * 3_600_000);
    await office.post({ difficulty });
  });

  test("entering the same values in a different notation creates no version", async () => {
    const { poolFeePercent } = newest(await office.settings()).values;
    await expect(office.post({ poolFeePercent: `0${poolFeePercent}.00` })).rejects.toMatchObject({
      code: "reference_values_same",
    });
  });

  test("only one of ten concurrent changes of a version succeeds", async () => {
    const [before, entries] = [await office.settings(), await office.auditEntries()];
    const current = () => newest(before);
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, one) =>
        office.post(
          { usdPerBtc: String(62_000 + one) },
          { caller: one % 2 ? office.admin : office.other, seen: current },
        ),
      ),
    );
    const refused = results.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(9);
    for (const one of refused)
      expect(one).toMatchObject({
        reason: { status: 409, code: "reference_values_changed", title: "Changed by someone else" },
      });
    const after = await office.settings();
    expect(after.reference).toHaveLength(before.reference.length + 1);
    expect(after.reference[1]).toEqual(before.reference[0]);
    expect(await office.auditEntries()).toBe(entries + 1);
    expect(office.announced).toEqual(["reference"]);
  });

  test("a change based on an older version is refused even if its values are current", async () => {
    const old = newest(await office.settings());
    await office.post({ usdPerBtc: "64000" });
    await office.post({ usdPerBtc: old.values.usdPerBtc });
    await expect(office.post({ usdPerBtc: "65000" }, { seen: () => old })).rejects.toMatchObject({
      code: "reference_values_changed",
    });
  });

  test("a demoted administrator cannot change reference values", async () => {
    const [third, entries] = [await office.newAdministrator(), await office.auditEntries()];
    await office.deps.database.query("delete from users_roles where user_id = $1", [third.userId]);
    await expect(office.post({ usdPerBtc: "66000" }, { caller: third })).rejects.toMatchObject({
      status: 403,
    });
    await expect(office.postRate("btc-starter", "9", third)).rejects.toMatchObject({ status: 403 });
    expect(await office.auditEntries()).toBe(entries);
    expect(office.announced).toEqual([]);
  });

  test("only the newest 20 versions are shown", async () => {
    for (let one = 0; one < 21; one += 1) await office.post({ usdPerBtc: String(70_000 + one) });
    const { reference } = await office.settings();
    expect(reference).toHaveLength(20);
    expect(reference.map(({ values }) => values.usdPerBtc).slice(0, 2)).toEqual(["70020", "70019"]);
  });
});

test("a running contract is paid by the values of each day", async () => {
  const { database } = office.deps;
  await office.post({ difficulty: "83000000000000", poolFeePercent: "0", usdPerBtc: "60000" });
  const first = newest(await office.settings());
  const mining = {
    ...office.deps,
    frozenAmong: async () => new Set<string>(),
    settleEarnings: noEarnings,
    payGate: openGate(office.deps.clock),
    raiseWaitHours: 24,
  };
  const userId = await userWith(database, { sats: 4_000_000n });
  const caller = { ...office.admin, userId, isAdmin: false };
  const buy = miningRoutes(mining);
  const idempotency = moneyRequest(userId, "buy");
  const body = { planId: "pro-miner" };
  const bought = await buy.buyContract({ ...plainRequest, caller, body, idempotency });
  expect(bought.purchasedAt.id).toBe(first.id);
  const { availableSats: before } = await balancesOf(database, userId);
  await buy.startMining({ ...plainRequest, caller });
  office.server.clock.move(DAY_MS);
  const second = newest(await office.post({ difficulty: "166000000000000" }));
  office.server.clock.move(DAY_MS);
  await payOutDue(mining);
  const { availableSats: after } = await balancesOf(database, userId);
  expect(Number(after - before)).toBeCloseTo(34_083, -1); // 22,722 for the first day, and half of that for the second
  const query = { limit: 10 };
  const { items } = await buy.listStatements({ ...plainRequest, caller, query });
  const difficulties = items.flatMap(({ segments: periods }) =>
    periods.map((line) => line.difficulty),
  );
  expect(new Set(difficulties)).toEqual(new Set(["83000000000000", "166000000000000"]));
  const { contracts } = await buy.getMining({ ...plainRequest, caller });
  expect(contracts[0]?.purchasedAt).toMatchObject({ id: first.id, difficulty: "83000000000000" });
  expect(second.id).not.toBe(first.id);
  expect(await verifyLedger(database)).toEqual([]);
});

test("the audit log is valid after all changes", async () => {
  expect((await verifyAudit(office.deps.database)).problems).toEqual([]);
});
