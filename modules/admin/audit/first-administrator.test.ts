/**
 * Tests that the audit log contains one entry that records how the first administrator was
 * appointed.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import { adminRoutes, ownAuditRoutes } from "#admin";
import { authenticate, ensureFirstAdministrator, usersRoutes } from "#users";
import {
  PASSWORD,
  plainRequest,
  signUp,
  startSignInServer,
  type SignInServer,
  type SignedUp,
} from "../../../test/support/servers/sign-in-server.ts";
import { verifyAudit } from "../../audit/verify-audit.ts";
import { operator } from "../../../test/support/money/operator-products.ts";
import { pendingSats } from "../../../test/support/money/pending.ts";
import { asSuperuser } from "../../../test/support/servers/database.ts";

let server: SignInServer;
beforeEach(async () => {
  server = await startSignInServer();
});
afterEach(() => server.close());

async function newSetupToken(): Promise<string> {
  const link = await ensureFirstAdministrator(server.deps, undefined);
  return new URLSearchParams(new URL(link ?? "").hash.slice(1)).get("setup") ?? "";
}

async function claim({ session }: SignedUp, token: string) {
  const caller = await authenticate(server.deps, session.access_token);
  const routes = usersRoutes({ ...server.deps, pending: pendingSats(0n) });
  return routes.claimAdministrator({ ...plainRequest, caller, body: { token } });
}

/** Returns the audit log as an administrator reads it, after verifying its hash chain. */
async function auditOf(accessToken: string) {
  expect((await verifyAudit(server.deps.database)).problems).toEqual([]);
  const caller = await authenticate(server.deps, accessToken);
  const routes = adminRoutes({
    ...server.deps,
    ...operator,
    nodeHeight: async () => 1,
    nodeMempool: async () => [],
  });
  return (await routes.listAudit({ ...plainRequest, caller, query: { limit: 10 } })).items;
}

async function ownAuditOf(accessToken: string) {
  const caller = await authenticate(server.deps, accessToken);
  const request = { ...plainRequest, caller, query: { limit: 10 } };
  return (await ownAuditRoutes(server.deps).listOwnAudit(request)).items;
}

const isMade = { before: { isAdmin: false }, after: { isAdmin: true } };

test("the user who opened the set-up link is logged as the actor", async () => {
  const token = await newSetupToken();
  const [person, late] = [await signUp(server), await signUp(server)];
  await expect(claim(late, "guess")).rejects.toMatchObject({ code: "setup_link_invalid" });
  await claim(person, token);
  await expect(claim(late, token)).rejects.toMatchObject({ code: "setup_link_invalid" });
  const { access_token: accessToken } = person.session;
  expect(await ensureFirstAdministrator(server.deps, undefined)).toBeUndefined();
  expect(await auditOf(accessToken)).toMatchObject([
    {
      seq: 1,
      actorId: person.userId,
      actorEmail: person.email,
      action: "user.first_administrator",
      targetId: person.userId,
      reason: "By the set-up link",
      ...isMade,
    },
  ]);
  expect(await ownAuditOf(accessToken)).toMatchObject([{ isOwn: true, ...isMade }]);
});

test.each([
  ["created at startup", false],
  ["that existed", true],
])(
  "an account %s becomes administrator with one audit entry by the operator",
  async (_, wasThere) => {
    const admin = { email: "boss@example.com", password: PASSWORD };
    if (wasThere) await signUp(server, admin.email);
    for (const configured of [admin, admin, { ...admin, email: "other@example.com" }])
      expect(await ensureFirstAdministrator(server.deps, configured)).toBeUndefined();
    const { data } = await server.client().auth.signInWithPassword(admin);
    const accessToken = data.session?.access_token ?? "";
    expect(await auditOf(accessToken)).toMatchObject([
      {
        seq: 1,
        actorEmail: "operator",
        action: "user.first_administrator",
        targetEmail: admin.email,
        reason: "By the server settings",
        ...isMade,
      },
    ]);
    expect(await ownAuditOf(accessToken)).toMatchObject([{ isOwn: false, ...isMade }]);
  },
);

test("a user does not become an administrator if the audit entry fails", async () => {
  const token = await newSetupToken();
  const person = await signUp(server);
  const alter = (change: string) =>
    asSuperuser(server.deps.database, (superuser) =>
      superuser.query(`alter table audit_entries ${change}`),
    );
  await alter("add constraint nothing_fits check (seq < 0)");
  await expect(claim(person, token)).rejects.toMatchObject({ code: "23514" });
  const configured = { email: "boss@example.com", password: PASSWORD };
  await expect(ensureFirstAdministrator(server.deps, configured)).rejects.toMatchObject({
    code: "23514",
  });
  await alter("drop constraint nothing_fits");
  expect((await authenticate(server.deps, person.session.access_token)).isAdmin).toBe(false);
  expect((await claim(person, token)).isAdmin).toBe(true);
});
