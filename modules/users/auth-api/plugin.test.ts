/**
 * Tests health, settings and errors of the sign-in API, and its responses for disabled features.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  signUp,
  startSignInServer,
  type SignInServer,
} from "../../../test/support/servers/sign-in-server.ts";

let server: SignInServer;
beforeAll(async () => {
  server = await startSignInServer();
});
afterAll(() => server.close());

async function answer(method: string, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(method === "GET" ? {} : { body: "{}" }),
  });
  expect(response.headers.get("content-type")).toContain("application/json");
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body, headers: response.headers };
}

test("disabled features return the same responses as Supabase Auth", async () => {
  const cases = [
    ["POST", "/auth/v1/token?grant_type=id_token", 400, "provider_disabled"],
    ["POST", "/auth/v1/token?grant_type=web3", 422, "web3_provider_disabled"],
    ["POST", "/auth/v1/token?grant_type=pkce", 400, "validation_failed"],
    ["POST", "/auth/v1/token?grant_type=magic", 400, "invalid_credentials"],
    ["POST", "/auth/v1/token", 400, "invalid_credentials"],
    ["POST", "/auth/v1/token?grant_type=password&grant_type=x", 400, "validation_failed"],
    ["POST", "/auth/v1/sso", 404, "saml_provider_disabled"],
    ["GET", "/auth/v1/authorize?provider=github", 400, "validation_failed"],
    ["GET", "/auth/v1/user/identities/authorize", 401, "no_authorization"],
    ["GET", "/auth/v1/passkeys", 401, "no_authorization"],
    ["POST", "/auth/v1/passkeys/authentication/options", 404, "passkey_disabled"],
    ["GET", "/auth/v1/user/oauth/grants", 404, "feature_disabled"],
    ["GET", "/auth/v1/oauth/clients", 404, "feature_disabled"],
    ["POST", "/auth/v1/verify", 400, "validation_failed"],
    ["GET", "/auth/v1/admin/users", 401, "no_authorization"],
    ["GET", "/auth/v1/nothing", 404, "not_found"],
    ["GET", "/rest/v1/users", 404, "not_found"],
    ["POST", "/storage/v1/object/x", 404, "not_found"],
    ["POST", "/functions/v1/x", 404, "not_found"],
    ["GET", "/realtime/v1", 404, "not_found"],
  ] as const;
  for (const [method, path, status, code] of cases) {
    const { status: got, body } = await answer(method, path);
    expect([path, got, body["error_code"]]).toEqual([path, status, code]);
  }
});

test.each(["rest/v1", "realtime/v1", "storage/v1", "functions/v1"])(
  "the service root %s returns 404",
  async (root) => {
    for (const path of [`/${root}`, `/${root}/`, `/${root}/anything`])
      for (const method of ["GET", "POST"]) {
        const { status, body } = await answer(method, path);
        expect([method, path, status, body["error_code"]]).toEqual([
          method,
          path,
          404,
          "not_found",
        ]);
      }
  },
);

test("the error envelope follows the API version that the client requests", async () => {
  const plain = await answer("GET", "/auth/v1/user");
  expect(plain.body).toEqual({
    code: 401,
    error_code: "no_authorization",
    msg: "This endpoint requires a valid Bearer token",
  });
  expect(plain.headers.get("x-supabase-api-version")).toBeNull();
  const dated = await answer("GET", "/auth/v1/user", { "x-supabase-api-version": "2024-01-01" });
  expect(dated.body).toEqual({
    code: "no_authorization",
    message: "This endpoint requires a valid Bearer token",
  });
  expect(dated.headers.get("x-supabase-api-version")).toBe("2024-01-01");
  expect(dated.headers.get("cache-control")).toBe("no-store");
});

test("a logout requires a session and a known scope", async () => {
  expect((await answer("POST", "/auth/v1/logout")).status).toBe(401);
  const { session } = await signUp(server);
  const headers = { authorization: `Bearer ${session.access_token}` };
  const odd = await answer("POST", "/auth/v1/logout?scope=everywhere", headers);
  expect([odd.status, odd.body["error_code"]]).toEqual([400, "validation_failed"]);
});

test("the settings and health endpoints describe the service", async () => {
  const { body } = await answer("GET", "/auth/v1/settings");
  expect(body).toMatchObject({ disable_signup: false, mailer_autoconfirm: true });
  expect((await answer("GET", "/auth/v1/health")).status).toBe(200);
});
