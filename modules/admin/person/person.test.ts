/**
 * Tests a user's page: it contains no secrets, each view is logged, and it works for deleted users.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#api/route";
import { behindTheGuard } from "../../../test/support/servers/without-triggers.ts";
import { adminRoutes } from "../routes.ts";
import { startBackOffice, type BackOffice } from "../../../test/support/people/back-office.ts";
import { plainRequest, signUp } from "../../../test/support/servers/sign-in-server.ts";
import { asSuperuser } from "../../../test/support/servers/database.ts";

let office: BackOffice;
let admin: Caller;
beforeAll(async () => {
  office = await startBackOffice();
  admin = await office.newAdministrator();
});
afterAll(() => office.close());

let userId: string;
let email: string;
beforeEach(async () => {
  ({ userId, email } = await signUp(office.server));
});

const ask = (id = userId, caller = admin) => ({ ...plainRequest, caller, params: { userId: id } });
const page = (query: { cursor?: string; limit?: number } = {}) => ({
  ...ask(),
  query: { limit: 50, ...query },
});
const looks = async () =>
  (await office.audit(admin)).filter(
    ({ action, targetId }) => action === "user.view" && targetId === userId,
  );

/** Calls every route of the page. Each route is named, so that none is missing. */
const lists = () => {
  const { routes } = office;
  return {
    entries: routes.listPersonEntries,
    sessions: routes.listPersonSessions,
    signIns: routes.listPersonSignIns,
    holdings: routes.listPersonHoldings,
    withdrawals: routes.listPersonWithdrawals,
    deposits: routes.listPersonDeposits,
    workers: routes.listPersonWorkers,
    tickets: routes.listPersonTickets,
    audit: routes.listPersonAudit,
  };
};

describe("the user page", () => {
  test("a user's page shows profile, state and balances", async () => {
    await office.pay(userId, 7_000n);
    expect(await office.routes.getPerson(ask())).toMatchObject({
      id: userId,
      email,
      name: "Ada",
      isAdmin: false,
      isDisabled: false,
      hasSecondFactor: false,
      isFrozen: false,
      pendingSats: 0n,
      deletedAt: null,
      phone: null,
      balances: { availableSats: 7_000n, heldSats: 0n, availableCents: 0n },
      miningName: expect.stringMatching(/^[a-z0-9]/),
    });
  });

  test("a view of the page is logged at most once an hour per administrator", async () => {
    await office.routes.getPerson(ask());
    await office.routes.getPerson(ask());
    expect(await looks()).toHaveLength(1);
    const other = await office.newAdministrator();
    await office.routes.getPerson(ask(userId, other));
    expect(await looks()).toHaveLength(2);
    office.server.clock.move(3_600_001);
    await office.routes.getPerson(ask());
    expect(await looks()).toHaveLength(3);
    await office.routes.getPerson(ask(admin.userId));
    const own = await office.audit(admin);
    expect(own.filter(({ targetId }) => targetId === admin.userId)).toEqual([]);
  });

  test.each([
    "entries",
    "sessions",
    "signIns",
    "holdings",
    "withdrawals",
    "deposits",
    "workers",
    "tickets",
    "audit",
  ] as const)("reading only the list of %s writes an audit entry", async (name) => {
    await lists()[name](page());
    expect(await looks()).toHaveLength(1);
    expect((await looks())[0]).toMatchObject({ actorEmail: admin.email });
  });

  test("concurrent views by two administrators write one audit entry each", async () => {
    const other = await office.newAdministrator();
    const { routes } = office;
    const all = [admin, other, admin].flatMap((caller) => [
      routes.getPerson(ask(userId, caller)),
      ...Object.values(lists()).map((list) => list({ ...page(), caller })),
    ]);
    const { length } = all;
    expect(await Promise.all(all)).toHaveLength(length);
    expect(await looks()).toHaveLength(2);
  });

  test("concurrent views in two processes write only one audit entry", async () => {
    const second = adminRoutes(office.deps);
    await Promise.all([office.routes.getPerson(ask()), second.listPersonEntries(page())]);
    expect(await looks()).toHaveLength(1);
  });

  test("the page is shown even if the view cannot be logged", async () => {
    const { database } = office.deps;
    const alter = (change: string) =>
      asSuperuser(database, (superuser) => superuser.query(`alter table audit_entries ${change}`));
    await alter("add constraint no_look check (action <> 'user.view') not valid");
    try {
      expect(await office.routes.getPerson(ask())).toMatchObject({ id: userId });
      expect((await office.routes.listPersonEntries(page())).items).toEqual([]);
    } finally {
      await alter("drop constraint no_look");
    }
    expect(await looks()).toEqual([]);
    await office.routes.listPersonEntries(page());
    expect(await looks()).toHaveLength(1);
  });

  test.each([randomUUID(), "1", "' or 1=1", ""])(
    "the unknown id %j returns 404 from every route",
    async (id) => {
      await expect(office.routes.getPerson(ask(id))).rejects.toMatchObject({ status: 404 });
      for (const list of Object.values(lists()))
        await expect(
          list({
            ...plainRequest,
            caller: admin,
            params: { userId: id },
            query: { limit: 5 },
          }),
        ).rejects.toMatchObject({ status: 404, code: "user_not_found" });
    },
  );

  test("a deleted user's page shows no personal data", async () => {
    await office.pay(userId, 10n);
    const sql = "update ledger_accounts set balance = 0 where user_id = $1";
    await behindTheGuard(office.deps.database, sql, [userId]);
    await office.routes.deletePerson({ ...ask(), body: { reason: "Asked for it" } });
    const gone = await office.routes.getPerson(ask());
    expect(gone).toMatchObject({ id: userId, name: "", email: "", miningName: null, phone: null });
    expect(gone.deletedAt).toBeInstanceOf(Date);
    expect((await office.routes.listPersonEntries(page())).items).toHaveLength(1);
    expect((await office.routes.listPersonSignIns(page())).items).toEqual([]);
    expect((await office.routes.listPersonSessions(page())).items).toEqual([]);
    const actions = (await office.routes.listPersonAudit(page())).items.map(({ action }) => action);
    expect(actions).toEqual(["user.view", "user.delete"]);
  });
});

describe("the lists of a user", () => {
  test("tickets, sign-ins and actions are listed in pages", async () => {
    const { routes, deps } = office;
    for (let one = 1; one <= 3; one += 1) await office.pay(userId, 5n);
    const first = await routes.listPersonEntries(page({ limit: 2 }));
    const second = await routes.listPersonEntries(
      page({ limit: 2, cursor: first.nextCursor ?? "" }),
    );
    expect([...first.items, ...second.items].map(({ amountSats }) => amountSats)).toEqual([
      5n,
      5n,
      5n,
    ]);
    expect(second.nextCursor).toBeNull();
    expect((await routes.listPersonSessions(page())).items).toMatchObject([{ aal: "aal1" }]);
    const signIns = await routes.listPersonSignIns(page({ limit: 1 }));
    expect(signIns.items).toMatchObject([{ isSuccess: true }]);
    await deps.database.query(
      `insert into support_tickets (id, user_id, request_id, subject, created_at, updated_at)
       values ('tkt_00000000000000000000000000000001', $1, gen_random_uuid(), 'Help', now(), now())`,
      [userId],
    );
    expect((await routes.listPersonTickets(page())).items).toMatchObject([{ subject: "Help" }]);
    await deps.database.query("delete from support_tickets");
  });

  test("holdings of all kinds share one list, newest first", async () => {
    const { database } = office.deps;
    await database.query("insert into mining_miners (user_id) values ($1)", [userId]);
    await database.query(
      `with earner as (insert into mining_earners
         (id, user_id, kind, hash_rate, starts_at, ends_at, reference_id, paid_sats, paid_cents, accrued_until)
         values ('ctr_1', $1, 'contract', 1, '2026-01-01', '2026-01-31', 'ref_start', 10, 10, '2026-01-01') returning id)
       insert into mining_contracts (id, plan_id, name, power_kw) select id, 'p', 'Starter Rig', 1 from earner`,
      [userId],
    );
    await database.query(
      `insert into earn_positions (id, user_id, product_id, principal_sats, apy_basis_points, opened_at, ends_at,
         locked_days, locked_sats, hold_id)
       values ('pos_1', $1, 'staking-90', 5000, 5000, '2026-02-01', '2099-01-01', 90, 0, gen_random_uuid())`,
      [userId],
    );
    const { items } = await office.routes.listPersonHoldings(page());
    expect(items).toMatchObject([
      { id: "pos_1", kind: "staking", name: "90-day staking", isOpen: true, paidSats: 5_000n },
      { id: "ctr_1", kind: "contract", name: "Starter Rig", isOpen: false, earnedSats: 0n },
    ]);
    await asSuperuser(database, (superuser) => superuser.query("delete from earn_positions"));
  });

  test("workers are listed as the user sees them, including removed workers", async () => {
    const { database } = office.deps;
    await asSuperuser(database, (superuser) =>
      superuser.query(
        `with made as (
           insert into pool_workers (user_id, is_house, name, first_share_at, last_share_at, shares, work_micros, best_share_micros)
           select $1, false, 'rig-' || number, now() - interval '1 day', now() - number * interval '1 hour', 5, 5000000, 7000000
           from generate_series(1, 3) number returning id, name, last_share_at
         )
         insert into pool_worker_settings (worker_id, hidden_share_at)
         select id, last_share_at from made where name = 'rig-2'`,
        [userId],
      ),
    );
    const first = await office.routes.listPersonWorkers(page({ limit: 2 }));
    const second = await office.routes.listPersonWorkers(
      page({ limit: 2, cursor: first.nextCursor ?? "" }),
    );
    expect([...first.items, ...second.items]).toMatchObject([
      { name: "rig-1", state: "offline", work: "5", bestShareDifficulty: "7" },
      { name: "rig-2" },
      { name: "rig-3" },
    ]);
    expect(second.nextCursor).toBeNull();
  });

  test.each(["x", "0", "tkt_1", "' or 1=1", "1".repeat(30)])(
    "the cursor %j is refused",
    async (cursor) => {
      const { routes } = office;
      for (const list of [
        routes.listPersonEntries,
        routes.listPersonSignIns,
        routes.listPersonWithdrawals,
        routes.listPersonDeposits,
        routes.listPersonTickets,
        routes.listPersonAudit,
        routes.listPersonSessions,
        routes.listPersonHoldings,
        routes.listPersonWorkers,
      ])
        await expect(list(page({ cursor }))).rejects.toMatchObject({ status: 400 });
    },
  );

  test("the page contains no hashes, keys, codes or messages", async () => {
    const { database } = office.deps;
    await database.query(
      `insert into users_security_codes (user_id, purpose, salt, code_hash, expires_at)
       values ($1, 'withdrawal', 'pepper-and-salt', 'hash-of-the-code', now())`,
      [userId],
    );
    const [user] = await database.query<{ encrypted_password: string }>(
      "select encrypted_password from users_users where id = $1",
      [userId],
    );
    const messages = await database.query<{ body: string }>(
      "select body from notifications_messages where user_id = $1",
      [userId],
    );
    const answers = [await office.routes.getPerson(ask())] as unknown[];
    for (const list of Object.values(lists())) answers.push(await list(page()));
    const text = JSON.stringify(answers, (_, value: unknown) =>
      typeof value === "bigint" ? String(value) : value,
    );
    for (const secret of [user?.encrypted_password, "hash-of-the-code", "refresh", "sealed"])
      expect(text).not.toContain(secret);
    for (const { body } of messages) expect(text).not.toContain(body);
    expect(messages.length).toBeGreaterThan(0);
  });
});
