/**
 * Tests that the first administrator comes from the configuration or from a link that works once,
 * and that there is no default administrator.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import { authenticate, ensureFirstAdministrator, usersRoutes } from "#users";
import {
  PASSWORD,
  plainRequest,
  signUp,
  startSignInServer,
  type SignInServer,
} from "../../../test/support/servers/sign-in-server.ts";
import { pendingSats } from "../../../test/support/money/pending.ts";

let server: SignInServer;
beforeEach(async () => {
  server = await startSignInServer();
});
afterEach(() => server.close());

const routes = () => usersRoutes({ ...server.deps, pending: pendingSats(0n) });

/** Returns the token from the URL's fragment. Browsers do not send the fragment to servers. */
const tokenOf = ({ hash }: URL) => new URLSearchParams(hash.slice(1)).get("setup") ?? "";

async function claim(accessToken: string, token: string) {
  const caller = await authenticate(server.deps, accessToken);
  return routes().claimAdministrator({ ...plainRequest, caller, body: { token } });
}

test("the printed link makes exactly one signed-in user an administrator", async () => {
  const stale = await ensureFirstAdministrator(server.deps, undefined);
  const link = new URL((await ensureFirstAdministrator(server.deps, undefined)) ?? "");
  expect(link.pathname).toBe("/register");
  const token = tokenOf(link);
  const [one, two] = [await signUp(server), await signUp(server)];

  const refused = { status: 403, code: "setup_link_invalid" };
  await expect(claim(one.session.access_token, "guess")).rejects.toMatchObject(refused);
  const staleToken = tokenOf(new URL(stale ?? ""));
  await expect(claim(one.session.access_token, staleToken)).rejects.toMatchObject(refused);

  const claims = await Promise.allSettled([
    claim(one.session.access_token, token),
    claim(two.session.access_token, token),
  ]);
  const won = claims.filter((result) => result.status === "fulfilled");
  expect(won).toHaveLength(1);
  expect(won[0]?.value.isAdmin).toBe(true);
  const callers = await Promise.all(
    [one, two].map(({ session }) => authenticate(server.deps, session.access_token)),
  );
  expect(callers.filter(({ isAdmin }) => isAdmin)).toHaveLength(1);
  expect(await ensureFirstAdministrator(server.deps, undefined)).toBeUndefined();
});

test("the set-up link expires after a day", async () => {
  const link = async () =>
    tokenOf(new URL((await ensureFirstAdministrator(server.deps, undefined)) ?? ""));
  const old = await link();
  server.clock.move(24 * 3_600_000);
  const { email } = await signUp(server);
  const { data } = await server.client().auth.signInWithPassword({ email, password: PASSWORD });
  const token = data.session?.access_token ?? "";
  await expect(claim(token, old)).rejects.toMatchObject({ code: "setup_link_invalid" });
  expect((await claim(token, await link())).isAdmin).toBe(true);
});

test("ADMIN_EMAIL and ADMIN_PASSWORD are ignored after the first start", async () => {
  const admin = { email: "Boss@Example.com", password: "a long admin secret" };
  expect(await ensureFirstAdministrator(server.deps, admin)).toBeUndefined();
  const email = admin.email.toLowerCase();
  const signedIn = await server
    .client()
    .auth.signInWithPassword({ email, password: admin.password });
  const caller = await authenticate(server.deps, signedIn.data.session?.access_token);
  expect(caller).toMatchObject({ email, isAdmin: true });
  const later = { email: "second@example.com", password: "another admin secret" };
  expect(await ensureFirstAdministrator(server.deps, later)).toBeUndefined();
  const { error } = await server.client().auth.signInWithPassword(later);
  expect(error?.code).toBe("invalid_credentials");
});

test("an account that a stranger created under ADMIN_EMAIL is not promoted", async () => {
  const { email, session } = await signUp(server);
  await expect(
    ensureFirstAdministrator(server.deps, { email, password: "not that password" }),
  ).rejects.toThrow("ADMIN_EMAIL belongs to an account with another password.");
  await expect(
    ensureFirstAdministrator(server.deps, { email: "a@b.cd", password: "short" }),
  ).rejects.toThrow("ADMIN_PASSWORD: Password should be at least 8 characters.");
  await ensureFirstAdministrator(server.deps, { email, password: PASSWORD });
  expect((await authenticate(server.deps, session.access_token)).isAdmin).toBe(true);
});
