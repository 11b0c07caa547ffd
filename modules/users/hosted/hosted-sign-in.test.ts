/**
 * Tests users who sign in through another Supabase over HTTP. A second instance of the embedded
 * sign-in service acts as that Supabase.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { decodeJwt, SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  authenticate,
  changePerson,
  ensureFirstAdministrator,
  requireAuthority,
  requireStepUp,
  usersRoutes,
} from "#users";
import { enrol, prove } from "../../../test/support/people/authenticator.ts";
import { makeAdministrator } from "../../../test/support/people/operator.ts";
import {
  newEmail,
  PASSWORD,
  plainRequest,
  signUp,
  startSignInServer,
  type SignInServer,
} from "../../../test/support/servers/sign-in-server.ts";
import { pendingSats } from "../../../test/support/money/pending.ts";

let provider: SignInServer;
let installation: SignInServer;
beforeAll(async () => {
  const port = await freePort();
  provider = await startSignInServer({}, { siteUrl: `http://127.0.0.1:${port}`, port });
  installation = await startSignInServer({}, { hostedUrl: provider.url });
});
afterAll(async () => {
  await installation.close();
  await provider.close();
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test("a new user gets accounts and a mailbox, but no rights from metadata", async () => {
  const { client, session, userId, email } = await signUp(provider);
  await client.auth.updateUser({ data: { is_admin: true } });
  const callers = await Promise.all(
    Array.from({ length: 10 }, () => authenticate(installation.deps, session.access_token)),
  );
  expect(callers[0]).toMatchObject({ userId, email, aal: "aal1", isAdmin: false });
  expect(new Set(callers.map((caller) => caller.sessionId)).size).toBe(1);
  const [caller] = callers;
  if (!caller) throw new Error("no caller");
  const me = await usersRoutes({ ...installation.deps, pending: pendingSats(0n) }).getMe({
    ...plainRequest,
    caller,
  });
  expect(me).toMatchObject({ id: userId, email, name: "Ada", isAdmin: false });
  expect(me.miningName).toMatch(/^miner-/);
});

test("an anonymous session of the service is refused and creates no user", async () => {
  const { data } = await provider.client().auth.signInAnonymously();
  const { access_token: token = "", user } = data.session ?? {};
  await expect(authenticate(installation.deps, token)).rejects.toMatchObject({
    status: 403,
    code: "account_needed",
  });
  const { database } = installation.deps;
  expect(await database.query("select from users_users where id = $1", [user?.id])).toEqual([]);
});

test("a user whose metadata exceeds the limit is accepted", async () => {
  const { session } = await signUp(provider);
  const { kid, privateKey } = provider.deps.signingKeys.current;
  const claims = { ...decodeJwt(session.access_token) };
  claims["user_metadata"] = { name: "Ada", other: "y".repeat(3_000) };
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: "ES256", kid })
    .sign(privateKey);
  const { userId } = await authenticate(installation.deps, token);
  const rows = await installation.deps.database.query(
    "select raw_user_meta_data as data from users_users where id = $1",
    [userId],
  );
  expect(rows).toEqual([{ data: { name: "Ada" } }]);
});

test("expired tokens and tokens signed with our own key are refused", async () => {
  const { session } = await signUp(provider);
  const { kid, privateKey } = provider.deps.signingKeys.current;
  const claims = decodeJwt(session.access_token);
  const sign = (changes: Record<string, unknown>, key = privateKey) =>
    new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg: "ES256", kid }).sign(key);
  const refused = [
    await sign({}, installation.deps.signingKeys.current.privateKey),
    await sign({ aud: "anon" }),
    await sign({ iss: "http://other.test/auth/v1" }),
    await sign({ sub: "not-a-uuid" }),
    await sign({ exp: Math.floor(Date.now() / 1000) - 10 }),
  ];
  for (const token of refused)
    await expect(authenticate(installation.deps, token)).rejects.toMatchObject({
      code: "not_signed_in",
    });
});

test("at aal2 only the newest use of a second factor counts as re-authentication", async () => {
  const { session } = await signUp(provider);
  const { kid, privateKey } = provider.deps.signingKeys.current;
  const now = Math.floor(installation.clock.now().getTime() / 1000);
  const fresh = async (amr: readonly { readonly method: string; readonly timestamp: number }[]) => {
    const claims = { ...decodeJwt(session.access_token), aal: "aal2", amr };
    const header = { alg: "ES256", kid };
    const token = await new SignJWT(claims).setProtectedHeader(header).sign(privateKey);
    return requireStepUp(installation.deps, await authenticate(installation.deps, token));
  };
  const old = { method: "password", timestamp: now - 3600 };
  for (const method of ["totp", "mfa/phone", "mfa/webauthn"])
    await fresh([old, { method, timestamp: now }]);
  for (const amr of [
    [{ method: "password", timestamp: now }],
    [
      { method: "password", timestamp: now },
      { method: "mfa/phone", timestamp: now - 3600 },
    ],
    [{ method: "mfa", timestamp: now }],
  ])
    await expect(fresh(amr)).rejects.toMatchObject({ code: "step_up_required" });
});

test("a second user with an existing user's address is refused", async () => {
  const first = await signUp(provider);
  await authenticate(installation.deps, first.session.access_token);
  const second = await signUp(provider);
  await installation.deps.database.query("update users_users set email = $1 where id = $2", [
    second.email,
    first.userId,
  ]);
  await expect(authenticate(installation.deps, second.session.access_token)).rejects.toMatchObject({
    code: "address_taken",
  });
});

test("a sign-out at the service takes effect on this installation within a minute", async () => {
  const { client, session } = await signUp(provider);
  await authenticate(installation.deps, session.access_token);
  await prove(client.auth, await enrol(client.auth), provider.clock.now());
  const { data } = await client.auth.getSession();
  const raised = data.session?.access_token ?? "";
  expect(await authenticate(installation.deps, raised)).toMatchObject({ aal: "aal2" });
  installation.clock.move(60_000);
  await expect(authenticate(installation.deps, session.access_token)).rejects.toMatchObject({
    code: "insufficient_aal",
  });
  await client.auth.signOut();
  installation.clock.move(60_000);
  await expect(authenticate(installation.deps, raised)).rejects.toMatchObject({
    code: "session_ended",
  });
});

test("our own sign-in API returns 404", async () => {
  const { error } = await installation
    .client()
    .auth.signUp({ email: newEmail(), password: PASSWORD });
  expect(error?.status).toBe(404);
  const admin = { email: newEmail(), password: "a long admin secret" };
  expect(await ensureFirstAdministrator(installation.deps, admin)).toContain("/register#setup=");
});

test("authority depends on the level in the service's token", async () => {
  const raised = async () => {
    const { client } = await signUp(provider);
    await prove(client.auth, await enrol(client.auth), provider.clock.now());
    const { data } = await client.auth.getSession();
    return authenticate(installation.deps, data.session?.access_token);
  };
  const [first, second] = [await raised(), await raised()];
  const { deps } = installation;
  const decide = (caller: typeof first) =>
    deps.database.transaction((tx) =>
      requireAuthority(tx, deps, { caller, now: deps.clock.now() }),
    );
  await makeAdministrator(installation, first.userId);
  await decide(first);
  await expect(decide({ ...first, aal: "aal1" })).rejects.toMatchObject({
    code: "second_factor_required",
  });
  const gift = { userId: second.userId, caller: first, isAdmin: true, reason: "a test" };
  await deps.database.transaction((tx) =>
    changePerson(tx, deps, { ...gift, now: deps.clock.now() }),
  );
  await expect(decide(second)).rejects.toMatchObject({ code: "authority_waiting" });
  const day = 24 * 3_600_000;
  installation.clock.move(day);
  await expect(decide(second)).rejects.toMatchObject({ code: "step_up_required" });
  await decide({ ...second, provenAt: deps.clock.now() });
  installation.clock.move(-day);
  await deps.database.query("delete from users_roles");
});

test("an unresponsive service is an outage and does not sign users out", async () => {
  const lost = await startSignInServer({}, { hostedUrl: `http://127.0.0.1:${await freePort()}` });
  const { session } = await signUp(provider);
  await expect(authenticate(lost.deps, session.access_token)).rejects.toMatchObject({
    name: "Outage",
  });
  await lost.close();
});

test("only the service's token can renew the re-authentication", async () => {
  const { session } = await signUp(provider);
  const caller = await authenticate(installation.deps, session.access_token);
  await requireStepUp(installation.deps, caller);
  const routes = usersRoutes({ ...installation.deps, pending: pendingSats(0n) });
  await expect(
    routes.renewProof({ ...plainRequest, caller, body: { password: PASSWORD } }),
  ).rejects.toMatchObject({ code: "step_up_elsewhere" });
  installation.clock.move(11 * 60_000);
  await expect(requireStepUp(installation.deps, caller)).rejects.toMatchObject({
    code: "step_up_required",
  });
  installation.clock.move(-11 * 60_000);
});
