/**
 * Tests that the treasury's figures are computed from the ledger and positions, and that funding
 * moves the requested amount once, with an audit entry.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "#api/route";
import { accountBalance, houseAccount, verifyLedger } from "#ledger";
import { requestHash } from "#platform";
import { verifyAudit } from "../../audit/verify-audit.ts";
import { behindTheGuard } from "../../../test/support/servers/without-triggers.ts";
import {
  payInto,
  proving,
  startBackOffice,
  type BackOffice,
} from "../../../test/support/people/back-office.ts";
import { countAgain } from "../../../test/support/money/treasury.ts";
import { plainRequest, signUp } from "../../../test/support/servers/sign-in-server.ts";
import { asSuperuser } from "../../../test/support/servers/database.ts";

const TREASURY = houseAccount("treasury", "BTC");
const FUND = houseAccount("earn-funding", "BTC");

let office: BackOffice;
let atAal1: Caller;
let admin: Caller;
beforeAll(async () => {
  office = await startBackOffice();
  atAal1 = await office.newAdministrator();
  admin = proving(office.server, atAal1);
  await payInto(office.deps, TREASURY, 1_000_000n);
});
afterAll(() => office.close());

type Body = Parameters<BackOffice["routes"]["fundFromTreasury"]>[0]["body"];

function fund(body: Partial<Body> = {}, { caller = admin, key = randomUUID() } = {}) {
  const full: Body = { target: "earn-funding", amountSats: 1_000n, reason: "a test", ...body };
  const idempotency = {
    userId: caller.userId,
    route: "fundFromTreasury",
    key,
    requestHash: requestHash(full),
  };
  return office.routes.fundFromTreasury({ ...plainRequest, caller, body: full, idempotency });
}

const treasury = () => office.routes.getTreasury({ ...plainRequest, caller: atAal1 });
const balance = (account: string) => accountBalance(office.deps.database, account);

describe("the treasury's figures", () => {
  test("deposits to addresses of deleted accounts are listed", async () => {
    const leftBy = randomUUID();
    await office.deps.database.query(
      `insert into wallet_deposits (id, txid, vout, address, amount_sats, is_coinbase, height, in_mempool, seen_at,
         credited_at, left_by) values ('dep_left', $1, 0, 'bcrt1qgone', 77, false, 5, false, now(), now(), $2)`,
      ["ab".repeat(32), leftBy],
    );
    expect((await treasury()).left).toMatchObject({
      count: 1,
      items: [{ txid: "ab".repeat(32), amountSats: 77n, leftBy }],
    });
    await asSuperuser(office.deps.database, (superuser) =>
      superuser.query("delete from wallet_deposits where id = 'dep_left'"),
    );
  });

  test("house accounts, reserve, cover and unused accounts are included", async () => {
    const { userId } = await signUp(office.server);
    await office.pay(userId, 5_000n);
    await office.deps.database.query(
      `insert into earn_positions (id, user_id, product_id, principal_sats, apy_basis_points, opened_at, ends_at,
         locked_days, locked_sats, hold_id)
       values ('pos_1', $1, 'staking-90', 5000, 5000, now(), now() + interval '90 days', 90, 616, gen_random_uuid())`,
      [userId],
    );
    const { house, liabilities, reserve, cover, wallet, left } = await treasury();
    expect(left).toEqual({ count: 0, items: [] });
    expect(house.treasury).toMatchObject({ isUsed: true });
    expect(house.forexLoss).toEqual({ sats: 0n, cents: 0n, isUsed: false });
    expect(liabilities.find(({ name }) => name === "90-day staking")).toMatchObject({
      open: 1,
      heldSats: 5_000n,
      owedSats: 616n,
      isSetAside: true,
    });
    // The test inserted the position without its coins, so the reserve shows a shortage.
    expect(reserve).toMatchObject({ promisedSats: 616n, lockedSats: 0n, targetSats: 200_000_000n });
    expect(cover).toMatchObject({ days: 7, owedSats: 0n, dueSats: 0n, isCovered: true });
    expect(wallet).toBeNull();
    await asSuperuser(office.deps.database, (superuser) =>
      superuser.query("delete from earn_positions"),
    );
  });

  test("total debits equal total credits in each asset", async () => {
    const { trialBalance } = await treasury();
    expect(trialBalance.assets.map(({ asset, isBalanced }) => [asset, isBalanced])).toEqual([
      ["BTC", true],
      ["USD", true],
    ]);
    const [row] = await office.deps.database.query<{ count: number }>(
      "select count(*)::int as count from ledger_accounts",
    );
    const counted = trialBalance.classes.reduce((sum, { accounts }) => sum + accounts, 0);
    expect(counted).toBe(row?.count);
    expect(trialBalance.assets[0]?.credits).toBeGreaterThan(1_000_000n);
  });

  test("a balance edited in the database is detected immediately", async () => {
    const edit = (by: number) =>
      behindTheGuard(
        office.deps.database,
        "update ledger_accounts set balance = balance + $2 where name = $1",
        [TREASURY, by],
      );
    await edit(1);
    const { trialBalance } = await treasury();
    expect(trialBalance.assets[0]).toMatchObject({ asset: "BTC", isBalanced: false });
    await edit(-1);
  });
});

describe("funding from the treasury", () => {
  test.each(["earn-funding", "mining"] as const)(
    "funding moves coins to %s and writes an audit entry",
    async (target) => {
      const account = houseAccount(target, "BTC");
      const [had, of] = [await balance(TREASURY), await balance(account)];
      const answer = await fund({ target, amountSats: 2_500n, reason: "A new term begins" });
      expect(answer).toMatchObject({
        target,
        amountSats: 2_500n,
        id: expect.stringMatching(/^fnd_/),
      });
      expect(await balance(TREASURY)).toBe(had - 2_500n);
      expect(await balance(account)).toBe(of + 2_500n);
      const [entry] = await office.audit(admin);
      expect(entry).toMatchObject({
        action: "treasury.fund",
        actorId: admin.userId,
        reason: "A new term begins",
        after: { fund: target, amountSats: 2_500 },
      });
    },
  );

  test("repeated funding requests with one idempotency key move coins once", async () => {
    const had = await balance(TREASURY);
    const key = randomUUID();
    const results = await Promise.allSettled([fund({}, { key }), fund({}, { key })]);
    expect(results.some(({ status }) => status === "fulfilled")).toBe(true);
    await fund({}, { key });
    expect(await balance(TREASURY)).toBe(had - 1_000n);
    await expect(fund({ amountSats: 1_001n }, { key })).rejects.toMatchObject({ status: 422 });
  });

  test("funding above the treasury's balance is refused without an audit entry", async () => {
    const [had, entries] = [await balance(TREASURY), (await office.audit(admin)).length];
    await expect(fund({ amountSats: had + 1n })).rejects.toMatchObject({
      status: 409,
      code: "treasury_short",
    });
    for (const amountSats of [0n, -1n])
      await expect(fund({ amountSats })).rejects.toMatchObject({ code: "funding_amount" });
    expect(await balance(TREASURY)).toBe(had);
    expect(await office.audit(admin)).toHaveLength(entries);
  });

  test("the cover of sold mining contracts moves only to the account that pays them", async () => {
    const { userId } = await signUp(office.server);
    const { database } = office.deps;
    await database.query("insert into mining_miners (user_id) values ($1)", [userId]);
    await database.query(
      `insert into mining_earners (id, user_id, kind, hash_rate, starts_at, ends_at, reference_id, paid_sats, paid_cents,
         accrued_until)
       select 'ctr_1', $1, 'contract', 300000000000000, now(), now() + interval '30 days', id, 1, 1, now()
       from treasury_reference_values order by valid_from desc limit 1`,
      [userId],
    );
    // The test inserted the row directly, so the counters must be recomputed.
    await countAgain(database);
    const { cover } = await treasury();
    const spare = cover.fundsSats - cover.owedSats;
    expect(cover.owedSats).toBeGreaterThan(0n);
    await expect(fund({ amountSats: spare + 10n })).rejects.toMatchObject({
      status: 409,
      code: "pay_uncovered",
    });
    const both = [fund({ amountSats: spare - 10n }), fund({ amountSats: spare - 10n })];
    const results = await Promise.allSettled(both);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await treasury()).cover).toMatchObject({ isCovered: true });
    await fund({ target: "mining", amountSats: await balance(TREASURY) });
    expect((await treasury()).cover).toMatchObject({ isCovered: true });
    await asSuperuser(database, (superuser) => superuser.query("delete from mining_earners"));
    await payInto(office.deps, TREASURY, 10_000n);
  });

  test("only one of many concurrent requests for the whole treasury succeeds", async () => {
    const had = await balance(TREASURY);
    const all = Array.from({ length: 10 }, () => fund({ amountSats: had }));
    const results = await Promise.allSettled(all);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await balance(TREASURY)).toBe(0n);
    await payInto(office.deps, TREASURY, 10_000n);
  });

  test("funding requires two-factor authentication and the administrator role", async () => {
    await expect(fund({}, { caller: atAal1 })).rejects.toMatchObject({
      status: 403,
      code: "second_factor_required",
    });
    const other = proving(office.server, await office.newAdministrator());
    await office.deps.database.query("delete from users_roles where user_id = $1", [other.userId]);
    await expect(fund({}, { caller: other })).rejects.toMatchObject({ code: "not_admin" });
  });

  test("the ledger and the audit log are valid after all changes", async () => {
    expect(await verifyLedger(office.deps.database)).toEqual([]);
    expect((await verifyAudit(office.deps.database)).problems).toEqual([]);
    expect(await balance(FUND)).toBeGreaterThan(0n);
  });
});
