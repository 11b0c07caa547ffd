/**
 * Tests prices and terms with a real database. Each change creates a dated version within bounds,
 * must be based on the version that the administrator saw, and has an audit entry.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { verifyAudit } from "#audit";
import { utcText } from "#platform";
import { payCapsAt, poolRoutes } from "#pool";
import { plainRequest } from "../../../test/support/servers/sign-in-server.ts";
import {
  startSiteSettings,
  termsOf,
  WHY,
  type SiteSettings,
} from "../../../test/support/servers/site-settings.ts";
import { listWithdrawalsForAdministrator } from "../withdrawals/list-withdrawals.ts";
import { asSuperuser } from "../../../test/support/servers/database.ts";

let office: SiteSettings;
beforeAll(async () => {
  office = await startSiteSettings();
});
afterAll(() => office.close());
beforeEach(() => {
  office.announced.length = 0;
});

const current = async (subject: string) => termsOf(await office.settings(), subject).versions[0];

describe("posted terms", () => {
  test("the first version of the terms contains the product's values and their source", async () => {
    const { terms } = await office.settings();
    const texts = terms.map(({ name, versions }) => [name, versions[0]?.values]);
    expect(Object.fromEntries(texts)).toMatchObject({
      "Starter Rig": { price: "99", isOffered: "1" },
      "Pro Miner": { price: "499", isOffered: "1" },
      "Enterprise Farm": { price: "1999", isOffered: "1" },
      "S19 Pro": { price: "3500", isOffered: "1" },
      "M30S++": { price: "3800", isOffered: "1" },
      "Mining Rig Frame": { price: "150", isOffered: "1" },
      "BTC Starter": { minimum: "0.001", termDays: "30", isOffered: "1" },
      "BTC Growth": { minimum: "0.05", termDays: "90", isOffered: "1" },
      "BTC Pro": { minimum: "0.5", isOffered: "1" },
      "30-day staking": { minimum: "0.00000001", isOffered: "1" },
    });
    expect(await current("starter-rig")).toMatchObject({
      source: "Starting prices of this product",
      setBy: "Hashfloor",
    });
  });

  test("the faucet's starting terms are listed once, with every field", async () => {
    const { versions } = termsOf(await office.settings(), "faucet");
    expect(versions.map(({ values }) => values)).toEqual([
      {
        least: "0.0001",
        daily: "0.05",
        waitMinutes: "0",
        networkAccounts: "40",
        totalDaily: "50",
      },
    ]);
  });

  test("a new price is stored as a new version with an audit entry", async () => {
    const before = await current("s19-pro");
    const after = await office.postTerms("s19-pro", { price: "3600.50" });
    const { versions } = termsOf(after, "s19-pro");
    expect(versions[0]).toMatchObject({
      values: { price: "3600.5", isOffered: "1" },
      source: WHY.source,
      setBy: office.admin.email,
    });
    expect(versions[1]).toEqual(before);
    expect(office.announced).toEqual(["terms"]);
    expect(await office.lastEntry()).toMatchObject({
      action: "settings.terms",
      reason: WHY.reason,
      before: { version: before?.id, price: "3500" },
      after: { kind: "item", subject: "s19-pro", version: versions[0]?.id, price: "3600.5" },
    });
  });
});

test("a negative interest rate of the Forex desk is stored", async () => {
  const { versions } = termsOf(await office.postTerms("CHF", { ratePerYear: "-0.75" }), "CHF");
  expect(versions[0]?.values).toEqual({ ratePerYear: "-0.75" });
  await expect(office.postTerms("CHF", { ratePerYear: "-5.1" })).rejects.toMatchObject({
    message: expect.stringContaining("at least -5 %"),
  });
});

describe("terms of the pool", () => {
  test("new payout caps and block difficulties take effect", async () => {
    const { database, clock } = office.deps;
    const daily = { personDaily: "0.02", installationDaily: "0.2" };
    await office.postTerms("pay", daily);
    const capsNow = () => payCapsAt(database, { now: clock.now(), waitHours: 24 });
    const before = { personDailySats: 1_000_000n, installationDailySats: 10_000_000n };
    expect(await capsNow()).toEqual(before);
    expect(await office.lastEntry()).toMatchObject({
      action: "settings.terms",
      before: { personDaily: "0.01" },
      after: { kind: "poolPay", subject: "pay", personDaily: "0.02" },
    });
    const pool = poolRoutes({
      database,
      clock,
      network: "regtest",
      blockSeconds: 30,
      raiseWaitHours: 24,
      pool: () => undefined,
    });
    await office.postTerms("block", { shareMicros: "0.0001" });
    const request = { ...plainRequest, caller: undefined };
    expect((await pool.getPool(request)).blockDifficulty).toBe("0.0001");
    const { block, pay, payInForce } = await pool.getPoolTerms(request);
    expect(payInForce).toEqual(before);
    expect(block.map(({ shareDifficulty }) => shareDifficulty)).toEqual(["0.0001", "0.00002"]);
    expect(pay.map(({ personDailySats }) => personDailySats)).toEqual([2_000_000n, 1_000_000n]);
    office.server.clock.move(24 * 3_600_000);
    const after = { personDailySats: 2_000_000n, installationDailySats: 20_000_000n };
    expect(await capsNow()).toEqual(after);
    expect((await pool.getPoolTerms(request)).payInForce).toEqual(after);
  });
});

describe("dangerous values", () => {
  test.each([
    ["pay", { personDaily: "0" }, "Daily maximum (UTC) per user must be at least 0.00000001 BTC."],
    ["pay", { personDaily: "0.3" }, "must not be above daily maximum (UTC) for all users."],
    ["starter-rig", { price: "0" }, "Price must be at least 1 USD."],
    ["starter-rig", { price: "-99" }, "Price must be at least 1 USD."],
    ["starter-rig", { price: "99.999" }, "Price must be a number with at most 2 decimals"],
    ["starter-rig", { price: "" }, "Price must be a number with at most 2 decimals. Use a dot."],
    ["starter-rig", { price: "1e9" }, "Price must be a number with at most 2 decimals. Use a dot."],
    ["s19-pro", { price: "1000000.01" }, "Price must be at most 1000000 USD."],
    ["s19-pro", { isOffered: "2" }, "On sale must be at most 1."],
    ["btc-starter", { minimum: "0" }, "Minimum must be at least 0.00000001 BTC."],
    ["btc-starter", { minimum: "1000.1" }, "Minimum must be at most 1000 BTC."],
    ["btc-growth", { termDays: "0" }, "Term must be at least 1 days."],
    ["btc-growth", { termDays: "30.5" }, "Term must be a whole number."],
    ["btc-growth", { termDays: "731" }, "Term must be at most 730 days."],
    ["starter-rig", { price: "990.01" }, "Price: a change by more than a factor of 10"],
    ["starter-rig", { price: "9.89" }, "Price: a change by more than a factor of 10"],
    ["btc-starter", { minimum: "0.5" }, "Minimum: a change by more than a factor of 10"],
  ])("%s with %j is refused without an audit entry", async (subject, values, text) => {
    const [before, entries] = [await current(subject), await office.auditEntries()];
    await expect(office.postTerms(subject, values)).rejects.toMatchObject({
      status: 422,
      text: expect.stringContaining(text) as string,
    });
    expect(await current(subject)).toEqual(before);
    expect(await office.auditEntries()).toBe(entries);
    expect(office.announced).toEqual([]);
  });

  test("a change by more than a factor of 10 must be typed twice", async () => {
    const leap = (again: string) =>
      office.postTerms("mining-rig-frame", { price: "1600" }, { typedAgain: { price: again } });
    await expect(leap("1500")).rejects.toMatchObject({ code: "posted_terms_jump" });
    await leap("1600.00");
    expect((await current("mining-rig-frame"))?.values["price"]).toBe("1600");
  });

  test.each([
    ["review", { one: "2" }],
    ["faucet", { daily: "0.1" }],
  ])("%s affects money, so changing %j requires a second factor", async (subject, values) => {
    const [before, entries] = [await current(subject), await office.auditEntries()];
    const caller = { ...office.admin, aal: "aal1" as const };
    await expect(office.postTerms(subject, values, { caller })).rejects.toMatchObject({
      status: 403,
      code: "second_factor_required",
    });
    expect(await current(subject)).toEqual(before);
    expect(await office.auditEntries()).toBe(entries);
    await office.postTerms(subject, values);
    expect((await current(subject))?.values).toMatchObject(values);
  });

  test("only message limits can be changed without two-factor authentication", async () => {
    const caller = { ...office.admin, aal: "aal1" as const };
    const { terms } = await office.settings();
    expect(new Set(terms.map(({ kind }) => kind)).size).toBeGreaterThan(8);
    for (const { kind, subject } of terms)
      await expect(office.postTerms(subject, {}, { caller })).rejects.toMatchObject({
        code: kind === "messages" ? "posted_terms_same" : "second_factor_required",
      });
    const refused = { status: 403, code: "second_factor_required" };
    await expect(office.postRate("btc-pro", "26", caller)).rejects.toMatchObject(refused);
    await expect(office.post({ usdPerBtc: "61000" }, { caller })).rejects.toMatchObject(refused);
  });

  test("unchanged values, unknown subjects and wrong kinds are refused", async () => {
    const same = { code: "posted_terms_same" };
    await expect(office.postTerms("pro-miner", { price: "499.00" })).rejects.toMatchObject(same);
    const seenId = (await current("pro-miner"))?.id ?? "";
    const body = {
      kind: "item",
      subject: "pro-miner",
      seenId,
      values: { price: "5", isOffered: "1" },
    };
    const change = { ...body, kind: "item" as const, typedAgain: {}, ...WHY };
    const asItem = office.routes.setTerms({ ...plainRequest, caller: office.admin, body: change });
    await expect(asItem).rejects.toMatchObject({ status: 404 });
  });

  test.each([
    ["withdrawal", "review", { one: "3" }],
    ["fee", "faucet", { daily: "0.2" }],
    ["staking", "btc-starter", { termDays: "60" }],
  ] as const)(
    "as %s, %s is refused, because the audit log would not show the change",
    async (kind, subject, values) => {
      const before = await current(subject);
      const next = { ...before?.values, ...values };
      const body = {
        kind,
        subject,
        seenId: before?.id ?? "",
        values: next,
        typedAgain: {},
        ...WHY,
      };
      const caller = office.admin;
      await expect(office.routes.setTerms({ ...plainRequest, caller, body })).rejects.toMatchObject(
        { status: 404, code: "posted_terms_unknown" },
      );
      expect(await current(subject)).toEqual(before);
    },
  );

  test("only one of ten concurrent changes of a version succeeds", async () => {
    const seenId = (await current("enterprise-farm"))?.id ?? "";
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, one) =>
        office.postTerms(
          "enterprise-farm",
          { price: String(2000 + one) },
          { caller: one % 2 ? office.admin : office.other, seenId },
        ),
      ),
    );
    const refused = results.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(9);
    for (const one of refused)
      expect(one).toMatchObject({ reason: { status: 409, title: "Changed by someone else" } });
    expect(termsOf(await office.settings(), "enterprise-farm").versions).toHaveLength(2);
  });

  test("a demoted administrator cannot change terms", async () => {
    const caller = await office.newAdministrator();
    const { database } = office.deps;
    await database.query("delete from users_roles where user_id = $1", [caller.userId]);
    const change = office.postTerms("pro-miner", { price: "500" }, { caller });
    await expect(change).rejects.toMatchObject({ status: 403 });
  });
});

describe("notifications of changed limits", () => {
  const messagesTo = (userId: string, template = "review_limits_changed") =>
    office.deps.database.query<{ subject: string; body: string }>(
      `select subject, body from notifications_messages
       where user_id = $1 and template = $2 order by id desc`,
      [userId, template],
    );

  test("a change of review limits notifies all administrators", async () => {
    const { database } = office.deps;
    const disabled = await office.newAdministrator();
    await database.query("update users_users set banned_until = 'infinity' where id = $1", [
      disabled.userId,
    ]);
    const present = (await current("review"))?.values;
    const settings = await office.postTerms("review", { two: "7" });
    const at = new Date(termsOf(settings, "review").versions[0]?.validFrom ?? "");
    for (const { userId } of [office.admin, office.other, disabled]) {
      const [message] = await messagesTo(userId);
      expect(message?.subject).toBe("Withdrawal review limits changed");
      expect(message?.body).toContain(
        `At ${utcText(at)} ${office.admin.email} changed the amounts from which withdrawals need approval by administrators: ` +
          `Threshold for two administrators: ${present?.["two"]} BTC, now 7 BTC. Higher limits apply from ` +
          `${utcText(new Date(at.getTime() + 24 * 3_600_000))} on. Lower limits apply at once.`,
      );
      expect(message?.body).toContain(`Reason: ${WHY.reason}`);
      expect(message?.body).toContain(`Post the old limits before that`);
    }
  });

  test("a change of faucet limits notifies all administrators", async () => {
    const settings = await office.postTerms("faucet", { daily: "0.4" });
    const at = new Date(termsOf(settings, "faucet").versions[0]?.validFrom ?? "");
    for (const { userId } of [office.admin, office.other]) {
      const [message] = await messagesTo(userId, "faucet_limits_changed");
      expect(message?.subject).toBe("Faucet limits changed");
      expect(message?.body).toMatch(/Daily maximum \(UTC\): \S+ BTC, now 0\.4 BTC\./);
      expect(message?.body).toContain(
        `apply from ${utcText(new Date(at.getTime() + 24 * 3_600_000))} on`,
      );
      expect(message?.body).toContain(`Reason: ${WHY.reason}`);
    }
  });

  test("a change of measured-work caps notifies all administrators", async () => {
    const settings = await office.postTerms("pay", { personDaily: "0.03" });
    const at = new Date(termsOf(settings, "pay").versions[0]?.validFrom ?? "");
    for (const { userId } of [office.admin, office.other]) {
      const [message] = await messagesTo(userId, "pay_caps_changed");
      expect(message?.subject).toBe("Pool pay caps changed");
      expect(message?.body).toMatch(/per user: \S+ BTC, now 0\.03 BTC\./);
      expect(message?.body).toContain(
        `apply from ${utcText(new Date(at.getTime() + 24 * 3_600_000))} on`,
      );
      expect(message?.body).toContain(`Reason: ${WHY.reason}`);
    }
  });

  test("other settings and refused changes notify no administrator", async () => {
    const before = await messagesTo(office.other.userId);
    await office.postTerms("fee", { isEstimated: "1" });
    await expect(office.postTerms("review", { one: "9000" })).rejects.toMatchObject({
      status: 422,
    });
    expect(await messagesTo(office.other.userId)).toEqual(before);
  });

  test("the withdrawal queue shows the current limits, not pending ones", async () => {
    const listed = async () => {
      const query = { filter: "all" as const, limit: 10 };
      const { reviewSats, secondPersonSats } = await listWithdrawalsForAdministrator(
        office.deps,
        office.admin,
        query,
      );
      return [reviewSats, secondPersonSats].map(Number);
    };
    const before = await listed();
    await office.postTerms("review", { one: "8", two: "12" });
    expect(await listed()).toEqual(before);
    office.server.clock.move(24 * 3_600_000);
    expect(await listed()).toEqual([800_000_000, 1_200_000_000]);
  });
});

test("the database refuses to modify existing rows", async () => {
  for (const table of ["mining_plan_terms", "shop_item_terms", "earn_product_terms"])
    await expect(
      asSuperuser(office.deps.database, (superuser) =>
        superuser.query(`update ${table} set source = 'another'`),
      ),
    ).rejects.toMatchObject({ code: "HF001" });
});

test("the audit log is valid after all changes", async () => {
  expect((await verifyAudit(office.deps.database)).problems).toEqual([]);
});
