/**
 * Tests searching the audit log by person, action, text and day. Also tests that account owners see
 * their own entries without names, and that the newest entry serves as a checkpoint.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ownAuditRoutes } from "#admin";
import { adminLimits } from "#api/limits";
import type { Caller } from "#api/route";
import { behindTheGuard } from "../../../test/support/servers/without-triggers.ts";
import { startBackOffice, type BackOffice } from "../../../test/support/people/back-office.ts";
import { plainRequest, signUp } from "../../../test/support/servers/sign-in-server.ts";

let office: BackOffice;
let admin: Caller;
let userId: string;
let email: string;
beforeAll(async () => {
  office = await startBackOffice();
  admin = await office.newAdministrator();
  ({ userId, email } = await signUp(office.server));
  await change({ name: "Grace" }, "Her 100% wish");
  await change({ isDisabled: true }, "Shared the password");
  await change({ isDisabled: false }, "Came back");
  const { userId: other } = await signUp(office.server);
  await office.routes.writeToPerson({
    ...plainRequest,
    caller: admin,
    params: { userId: other },
    body: { subject: "Hello", text: "A word." },
  });
});
afterAll(() => office.close());

const change = (body: object, reason: string) =>
  office.routes.changePerson({
    ...plainRequest,
    caller: admin,
    params: { userId },
    body: { ...body, reason },
  });

type Query = Parameters<BackOffice["routes"]["listAudit"]>[0]["query"];
const list = (query: Partial<Query>) =>
  office.routes.listAudit({ ...plainRequest, caller: admin, query: { limit: 50, ...query } });
const reasons = async (query: Partial<Query>) =>
  (await list(query)).items.map(({ reason }) => reason);

describe("searches", () => {
  test("a search for a person finds actors and targets by address, name or id", async () => {
    const all = ["Came back", "Shared the password", "Her 100% wish"];
    expect(await reasons({ person: email })).toEqual(all);
    expect(await reasons({ person: email.slice(0, 20).toUpperCase() })).toEqual(all);
    expect(await reasons({ person: "grace" })).toEqual(all);
    expect(await reasons({ person: userId })).toEqual(all);
    expect(await reasons({ person: admin.email })).toHaveLength(4);
    expect(await reasons({ person: randomUUID() })).toEqual([]);
    expect(await reasons({ person: "' or 1=1 --" })).toEqual([]);
  });

  test("a search for action and text treats % literally", async () => {
    expect(await reasons({ action: "user.email" })).toHaveLength(1);
    expect(await reasons({ text: "SHARED" })).toEqual(["Shared the password"]);
    expect(await reasons({ text: "100%" })).toEqual(["Her 100% wish"]);
    expect(await reasons({ text: "1%h" })).toEqual([]);
    expect(await reasons({ text: "isdisabled" })).toHaveLength(3);
    expect(await reasons({ action: "user.change", text: "came", person: "grace" })).toEqual([
      "Came back",
    ]);
  });

  test("a day range includes its first and last day", async () => {
    const today = office.deps.clock.now().toISOString().slice(0, 10);
    expect(await reasons({ from: today, until: today })).toHaveLength(4);
    expect(await reasons({ until: "2020-01-01" })).toEqual([]);
    expect(await reasons({ from: "2099-01-01" })).toEqual([]);
    const first = await list({ person: "grace", limit: 2 });
    const second = await list({ person: "grace", limit: 2, cursor: first.nextCursor ?? "" });
    expect([...first.items, ...second.items].map(({ reason }) => reason)).toEqual(
      await reasons({ person: "grace" }),
    );
    expect(second.nextCursor).toBeNull();
  });
});

describe("truncated searches", () => {
  let former: Caller;
  beforeAll(async () => {
    former = await office.newAdministrator();
    await office.routes.changePerson({
      ...plainRequest,
      caller: former,
      params: { userId: (await signUp(office.server)).userId },
      body: { isDisabled: true, reason: "Before the role was taken" },
    });
    const { database } = office.deps;
    await database.query("delete from users_roles where user_id = $1", [former.userId]);
    await database.query(
      `insert into users_users (id, email, created_at, updated_at)
       select gen_random_uuid(), 'newer' || n || '.' || $2, now() + interval '1 day', now()
       from generate_series(1, $1::int) as n`,
      [adminLimits.auditPeople, admin.email],
    );
  });

  test("a search text that matches too many people still finds actors", async () => {
    const domain = admin.email.slice(admin.email.indexOf("@"));
    const page = await list({ person: domain });
    expect(page.isPeopleCut).toBe(true);
    const actors = new Set(page.items.map(({ actorId }) => actorId));
    expect(actors).toEqual(new Set([admin.userId, former.userId]));
    expect((await list({ person: "newer" })).isPeopleCut).toBe(false);
  });

  test("a complete address finds one person, ignoring case", async () => {
    const page = await list({ person: ` ${admin.email.toUpperCase()} ` });
    expect(page.isPeopleCut).toBe(false);
    expect(page.items).toHaveLength(4);
    const part = await list({ person: admin.email.slice(1) });
    expect(part.isPeopleCut).toBe(true);
    expect(part.items).toHaveLength(4);
    expect((await list({ person: admin.userId })).isPeopleCut).toBe(false);
    expect((await list({})).isPeopleCut).toBe(false);
  });
});

describe("own entries", () => {
  const own = (caller: Caller, cursor?: string) =>
    ownAuditRoutes(office.deps).listOwnAudit({
      ...plainRequest,
      caller,
      query: { limit: 2, cursor },
    });
  const owner = () => ({ ...admin, userId, email, isAdmin: false });

  test("account owners see action, time and reason, but not the administrator", async () => {
    const first = await own(owner());
    const second = await own(owner(), first.nextCursor ?? "");
    const items = [...first.items, ...second.items];
    expect(items).toMatchObject([
      { action: "user.change", reason: "Came back", isOwn: false, after: { isDisabled: false } },
      { reason: "Shared the password" },
      { reason: "Her 100% wish", after: { name: "changed" } },
    ]);
    expect(JSON.stringify(items)).not.toContain(admin.userId);
    expect(JSON.stringify(items)).not.toContain(admin.email);
  });

  test("account owners see no entries of other users", async () => {
    const { userId: stranger } = await signUp(office.server);
    expect((await own({ ...owner(), userId: stranger })).items).toEqual([]);
    await expect(own(owner(), "x")).rejects.toMatchObject({ status: 400 });
  });
});

describe("the checkpoint", () => {
  const check = (query: { seq?: number; hash?: string }) =>
    office.routes.checkAudit({ ...plainRequest, caller: admin, query });

  test("the newest entry serves as a checkpoint that reveals removed entries", async () => {
    const { head } = await office.routes.getAuditHead({ ...plainRequest, caller: admin });
    expect(head?.hash).toBe((await list({})).items[0]?.hash);
    const checkpoint = { seq: head?.seq ?? 0, hash: head?.hash ?? "" };
    expect((await check(checkpoint)).problems).toEqual([]);
    await behindTheGuard(office.deps.database, "delete from audit_entries where seq = $1", [
      checkpoint.seq,
    ]);
    expect((await check({})).problems).toEqual([]);
    expect((await check(checkpoint)).problems).toEqual([
      { seq: checkpoint.seq, text: "does not match the checkpoint" },
    ]);
    await expect(check({ seq: 1 })).rejects.toMatchObject({ code: "half_a_head" });
  });
});
