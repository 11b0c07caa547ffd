/** Tests recovery from a forgotten password, with the official client. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { notificationsRoutes } from "#notifications";
import { authenticate, hasFreshProof } from "#users";
import {
  newEmail,
  PASSWORD,
  plainRequest,
  signUp,
  startSignInServer,
  type SignedUp,
  type SignInServer,
} from "../../../../test/support/servers/sign-in-server.ts";

let server: SignInServer;
beforeAll(async () => {
  server = await startSignInServer();
});
afterAll(() => server.close());

async function messagesOf({ session }: SignedUp) {
  const caller = await authenticate(server.deps, session.access_token);
  const query = { limit: 50 };
  const routes = notificationsRoutes({
    ...server.deps,
    isProven: (of) => hasFreshProof(server.deps, of),
  });
  const { items } = await routes.listMailbox({ ...plainRequest, caller, query });
  return items;
}

/**
 * Waits for the newest recovery message, which is written after the response, and returns its link.
 */
async function recoveryLinkOf(user: SignedUp): Promise<URL> {
  const message = await vi.waitFor(async () => {
    const [newest] = await messagesOf(user);
    if (newest?.template !== "recovery_link") throw new Error("no message yet");
    return newest;
  }, 15_000);
  return new URL(/http\S+/.exec(message.text)?.[0] ?? "");
}

/** Returns the token from the link's fragment. Browsers do not send the fragment to servers. */
function tokenOf(link: URL): string {
  return new URLSearchParams(link.hash.slice(1)).get("token_hash") ?? "";
}

describe("recovery", () => {
  test("a recovery request gets the same response for known and unknown addresses", async () => {
    const { email } = await signUp(server);
    for (const address of [email, newEmail()]) {
      const { auth } = server.client();
      expect((await auth.resetPasswordForEmail(address)).error).toBeNull();
      expect((await auth.resetPasswordForEmail(address)).error).toMatchObject({
        status: 429,
        code: "over_email_send_rate_limit",
      });
    }
    const { error } = await server.client().auth.resetPasswordForEmail("nobody");
    expect(error).toMatchObject({ status: 400, code: "validation_failed" });
  });

  test("a recovery link signs in once and allows setting a new password", async () => {
    const user = await signUp(server);
    await server.client().auth.resetPasswordForEmail(user.email);
    const link = await recoveryLinkOf(user);
    expect(`${link.origin}${link.pathname}`).toBe("http://floor.test/reset-password");
    const tokenHash = tokenOf(link);

    const recovering = server.client();
    const verify = { token_hash: tokenHash, type: "recovery" } as const;
    const { data, error } = await recovering.auth.verifyOtp(verify);
    expect(error).toBeNull();
    expect(data.user?.id).toBe(user.userId);
    expect((await server.client().auth.verifyOtp(verify)).error).toMatchObject({
      status: 403,
      code: "otp_expired",
    });

    const same = await recovering.auth.updateUser({ password: PASSWORD });
    expect(same.error).toMatchObject({ status: 422, code: "same_password" });
    const changed = await recovering.auth.updateUser({ password: "another long one" });
    expect(changed.error).toBeNull();
    expect((await user.client.auth.getUser()).error).not.toBeNull();
    const sign = (password: string) =>
      server.client().auth.signInWithPassword({ email: user.email, password });
    expect((await sign(PASSWORD)).error?.code).toBe("invalid_credentials");
    const fresh = await sign("another long one");
    if (!fresh.data.session) throw new Error("no session");
    const messages = await messagesOf({ ...user, session: fresh.data.session });
    expect(messages.map(({ template }) => template)).toContain("password_changed");
    expect(messages.every(({ text }) => text.startsWith("Practice - test coins, no value"))).toBe(
      true,
    );
  });

  test("a recovery link expires after an hour or a password change", async () => {
    const verify = async (token: string) =>
      (await server.client().auth.verifyOtp({ token_hash: token, type: "recovery" })).error?.code;
    const [late, other] = [await signUp(server), await signUp(server)];
    for (const { email } of [late, other]) await server.client().auth.resetPasswordForEmail(email);
    const stale = tokenOf(await recoveryLinkOf(other));
    await other.client.auth.updateUser({ password: "another long one" });
    expect(await verify(stale)).toBe("otp_expired");
    const expired = tokenOf(await recoveryLinkOf(late));
    server.clock.move(3_600_000);
    expect(await verify(expired)).toBe("otp_expired");
  });

  test("GET /verify redirects with the session or the error in the fragment", async () => {
    const user = await signUp(server);
    await server.client().auth.resetPasswordForEmail(user.email);
    const token = tokenOf(await recoveryLinkOf(user));
    const visit = async (redirectTo: string) => {
      const query = new URLSearchParams({ token, type: "recovery", redirect_to: redirectTo });
      const response = await fetch(`${server.url}/auth/v1/verify?${query}`, { redirect: "manual" });
      expect(response.status).toBe(303);
      return new URL(response.headers.get("location") ?? "");
    };
    const landed = await visit("http://floor.test/dashboard");
    expect(landed.pathname).toBe("/dashboard");
    const session = new URLSearchParams(landed.hash.slice(1));
    expect(session.get("token_type")).toBe("bearer");
    await authenticate(server.deps, session.get("access_token") ?? "");
    for (const evil of ["//evil.test", "/\\evil.test", "http://a@floor.test.evil.test/", "x:y"]) {
      const refused = await visit(evil);
      expect(refused.origin).toBe("http://floor.test");
      expect(refused.hash).toContain("error_code=otp_expired");
    }
  });
});
