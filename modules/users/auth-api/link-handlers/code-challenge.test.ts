/**
 * Tests that a mailed link requested with a code challenge (PKCE) opens a session only for the
 * holder of the verifier.
 */
import { createHash, randomBytes } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { supabasePublicKey } from "#users";
import { messageTo } from "../../../../test/support/people/messages.ts";
import {
  newEmail,
  PASSWORD,
  postSignIn,
  signUp,
  startSignInServer,
  type SignInServer,
} from "../../../../test/support/servers/sign-in-server.ts";

let server: SignInServer;
beforeAll(async () => {
  server = await startSignInServer();
});
// Moves the clock past the limit of one message per minute, which has its own test.
beforeEach(() => server.clock.move(61_000));
afterAll(() => server.close());

const message = (email: string) =>
  messageTo(server.deps.database, { email, template: "magic_link" });

const post = (path: string, body: unknown) => postSignIn(server, path, body);

describe("with a code challenge (PKCE)", () => {
  const REDIRECT = "http://floor.test/dashboard";

  /**
   * Returns a client that stores its verifier like a browser, and a function that opens the link.
   */
  function pkceClient() {
    const storage = new Map<string, string>();
    return createClient(server.url, supabasePublicKey, {
      auth: {
        flowType: "pkce",
        autoRefreshToken: false,
        storage: {
          getItem: (key) => storage.get(key) ?? null,
          setItem: (key, value) => void storage.set(key, value),
          removeItem: (key) => void storage.delete(key),
        },
      },
    });
  }

  async function visit(token: string, redirectTo = REDIRECT): Promise<URL> {
    const query = new URLSearchParams({ token, type: "magiclink", redirect_to: redirectTo });
    const response = await fetch(`${server.url}/auth/v1/verify?${query}`, { redirect: "manual" });
    expect(response.status).toBe(303);
    return new URL(response.headers.get("location") ?? "");
  }

  async function codeFor(email: string, challenge: object): Promise<string> {
    expect((await post("otp", { email, ...challenge })).status).toBe(200);
    const { token } = await message(email);
    return (await visit(token)).searchParams.get("code") ?? "";
  }

  test("the link returns a code that only the same client can exchange, once", async () => {
    const { email, userId } = await signUp(server);
    const { auth } = pkceClient();
    await auth.signInWithOtp({ email, options: { emailRedirectTo: REDIRECT } });
    const { token, link } = await message(email);
    expect(new URLSearchParams(link.hash.slice(1)).get("redirect_to")).toBe(REDIRECT);
    const landed = await visit(token);
    expect([landed.pathname, landed.hash]).toEqual(["/dashboard", ""]);
    const code = landed.searchParams.get("code") ?? "";
    const { data, error } = await auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.user?.id).toBe(userId);
    const again = await post("token?grant_type=pkce", { auth_code: code, code_verifier: "x" });
    expect([again.status, again.body["error_code"]]).toEqual([404, "flow_state_not_found"]);
    const used = await visit(token);
    expect(used.searchParams.get("error_code")).toBe("otp_expired");
  });

  test("the link's token alone opens no session", async () => {
    const { email } = await signUp(server);
    const verifier = randomBytes(40).toString("base64url");
    const fields = { code_challenge: verifier, code_challenge_method: "plain" };
    await post("otp", { email, ...fields });
    const { token } = await message(email);
    for (const type of ["magiclink", "email"]) {
      const stolen = await post("verify", { token_hash: token, type });
      expect([stolen.status, stolen.body["error_code"]]).toEqual([400, "bad_code_verifier"]);
    }
    const auth_code = (await visit(token)).searchParams.get("code") ?? "";
    const opened = await post("token?grant_type=pkce", { auth_code, code_verifier: verifier });
    expect(opened.status).toBe(200);
  });

  test("a recovery link requested by a program opens the confirmation page", async () => {
    const { email } = await signUp(server);
    await post("recover", {
      email,
      code_challenge: "x".repeat(43),
      code_challenge_method: "plain",
    });
    const { link } = await messageTo(server.deps.database, { email, template: "recovery_link" });
    expect(link.pathname).toBe("/confirm");
  });

  test("the right verifier still works after a wrong one is refused", async () => {
    const verifier = randomBytes(40).toString("base64url");
    const hashed = createHash("sha256").update(verifier).digest("base64url");
    for (const [method, challenge] of [
      ["S256", hashed],
      ["plain", verifier],
    ] as const) {
      const { email } = await signUp(server);
      const fields = { code_challenge: challenge, code_challenge_method: method };
      const auth_code = await codeFor(email, fields);
      const wrong = await post("token?grant_type=pkce", {
        auth_code,
        code_verifier: `${verifier}x`,
      });
      expect([wrong.status, wrong.body["error_code"]]).toEqual([400, "bad_code_verifier"]);
      const right = await post("token?grant_type=pkce", { auth_code, code_verifier: verifier });
      expect(right.body["token_type"]).toBe("bearer");
    }
  });

  test("the code is refused after five minutes", async () => {
    const { email } = await signUp(server);
    const verifier = randomBytes(40).toString("base64url");
    const fields = { code_challenge: verifier, code_challenge_method: "plain" };
    const auth_code = await codeFor(email, fields);
    server.clock.move(5 * 60_000);
    const late = await post("token?grant_type=pkce", { auth_code, code_verifier: verifier });
    expect([late.status, late.body["error_code"]]).toEqual([422, "flow_state_expired"]);
  });

  test("a password change invalidates the codes of links opened earlier", async () => {
    const { email, client } = await signUp(server);
    const verifier = randomBytes(40).toString("base64url");
    const fields = { code_challenge: verifier, code_challenge_method: "plain" };
    const auth_code = await codeFor(email, fields);
    const change = { password: "another long one", current_password: PASSWORD };
    expect((await client.auth.updateUser(change)).error).toBeNull();
    const late = await post("token?grant_type=pkce", { auth_code, code_verifier: verifier });
    expect([late.status, late.body["error_code"]]).toEqual([404, "flow_state_not_found"]);
  });

  test("an incomplete or short challenge and an unknown method are refused", async () => {
    const email = newEmail();
    for (const fields of [
      { code_challenge: "x".repeat(43) },
      { code_challenge_method: "s256" },
      { code_challenge: "x".repeat(43), code_challenge_method: "md5" },
      { code_challenge: "x".repeat(42), code_challenge_method: "plain" },
      { code_challenge: `${"x".repeat(43)} `, code_challenge_method: "plain" },
    ])
      expect((await post("otp", { email, ...fields })).body["error_code"]).toBe(
        "validation_failed",
      );
  });

  test("a redirect to a foreign URL is refused", async () => {
    const { email } = await signUp(server);
    await post(`otp?redirect_to=${encodeURIComponent("https://evil.test/")}`, { email });
    const { link, token } = await message(email);
    expect(link.hash).not.toContain("evil");
    expect((await visit(token, "//evil.test")).origin).toBe("http://floor.test");
  });
});
