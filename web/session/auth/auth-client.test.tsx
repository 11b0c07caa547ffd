import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

const USER = { id: "00000000-0000-4000-8000-000000000001", email: "ada@sample.test" };

interface Call {
  path: string;
  body: unknown;
  /** URL that the e-mail link should open. */
  back: string | null;
}

let calls: Call[];
let config: { supabaseUrl: string; supabaseKey: string; signIn?: string };
let logoutStatus: number;

/**
 * Responds like the server, with its configuration and its auth service. The client under test is
 * not mocked.
 */
function answer(url: URL): Response {
  if (url.pathname === "/config.json") return Response.json(config);
  if (url.pathname === "/auth/v1/logout") {
    const body = logoutStatus === 204 ? null : JSON.stringify({ code: "x", message: "no" });
    return new Response(body, { status: logoutStatus });
  }
  return Response.json({
    access_token: `${btoa("{}")}.${btoa(JSON.stringify({ sub: USER.id }))}.x`,
    refresh_token: "refresh",
    expires_in: 3600,
    token_type: "bearer",
    user: USER,
  });
}

/** Loads a fresh copy of the module, because the client is created once per page. */
async function load() {
  vi.resetModules();
  return { ...(await import("./auth-client.ts")), ...(await import("./client.ts")) };
}

beforeEach(() => {
  calls = [];
  config = { supabaseUrl: "http://127.0.0.1:3000", supabaseKey: "public-key" };
  logoutStatus = 204;
  localStorage.clear();
  // Suppress the library's warning about multiple clients, because each test creates a client.
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.stubGlobal("fetch", (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input, "http://127.0.0.1:3000");
    const body: unknown = typeof init?.body === "string" ? JSON.parse(init.body) : undefined;
    calls.push({ path: url.pathname, body, back: url.searchParams.get("redirect_to") });
    return Promise.resolve(answer(url));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("sign-up sends the user's name and is_admin: false", async () => {
  const { signUp } = await load();
  await signUp({ email: "ada@sample.test", password: "long enough", name: "Ada Sample" });
  const call = calls.find(({ path }) => path === "/auth/v1/signup");
  expect(call?.body).toMatchObject({
    email: "ada@sample.test",
    data: { name: "Ada Sample", is_admin: false },
  });
});

test("no request is sent without e-mail or password", async () => {
  const { signIn, signUp } = await load();
  const text = "You must provide either an email or phone number and a password.";
  await expect(signIn({ email: "", password: "x" })).rejects.toThrow(text);
  await expect(signUp({ email: "a@b.co", password: "", name: "A" })).rejects.toThrow(text);
  expect(calls).toEqual([]);
});

test("the session's storage key contains the first label of the host name", async () => {
  const { signIn } = await load();
  await signIn({ email: "ada@sample.test", password: "long enough" });
  expect(Object.keys(localStorage)).toContain("sb-127-auth-token");
});

test("a missing service URL or key is reported as an error", async () => {
  config = { supabaseUrl: "", supabaseKey: "public-key" };
  await expect((await load()).authClient()).rejects.toThrow("supabaseUrl is required.");
  config = { supabaseUrl: "http://127.0.0.1:3000", supabaseKey: "" };
  await expect((await load()).authClient()).rejects.toThrow("supabaseKey is required.");
});

describe("mailed links", () => {
  const backOf = async (path: string) => {
    const { requestLoginLink, requestRecovery } = await load();
    await requestRecovery("ada@sample.test");
    await requestLoginLink("ada@sample.test");
    return calls.find((call) => call.path === path)?.back;
  };

  test("a link from the built-in service opens our page without a redirect", async () => {
    config.supabaseUrl = location.origin;
    expect(await backOf("/auth/v1/recover")).toBeNull();
    expect(await backOf("/auth/v1/otp")).toBeNull();
  });

  test("a link from a hosted service is redirected to the page that can use it", async () => {
    config.supabaseUrl = "https://auth.sample.test";
    config.signIn = "elsewhere";
    expect(await backOf("/auth/v1/recover")).toBe(`${location.origin}/reset-password`);
    expect(await backOf("/auth/v1/otp")).toBe(`${location.origin}/login`);
    const { signUp, changeEmail, resendEmailChange } = await load();
    await signUp({ email: "ada@sample.test", password: "long enough", name: "Ada Sample" });
    await changeEmail("new@sample.test");
    await resendEmailChange("ada@sample.test");
    const back = `${location.origin}/login`;
    for (const path of ["/auth/v1/signup", "/auth/v1/user", "/auth/v1/resend"])
      expect(calls.findLast((call) => call.path === path)).toMatchObject({ back });
  });
});

describe("sign-out", () => {
  test.each([204, 401, 403, 404])(
    "signing out clears the session if the server answers %i",
    async (status) => {
      const { signIn, signOut } = await load();
      await signIn({ email: "ada@sample.test", password: "long enough" });
      logoutStatus = status;
      await signOut();
      expect(Object.keys(localStorage)).not.toContain("sb-127-auth-token");
    },
  );

  test("a refused sign-out still removes the session from this browser", async () => {
    const { signIn, signOut, isSignedInHere } = await load();
    await signIn({ email: "ada@sample.test", password: "long enough" });
    expect(await isSignedInHere()).toBe(true);
    logoutStatus = 500;
    await expect(signOut()).rejects.toMatchObject({ status: 500 });
    expect(await isSignedInHere()).toBe(false);
  });

  test("signing out without a session succeeds", async () => {
    const { signOut } = await load();
    await expect(signOut()).resolves.toBeUndefined();
  });
});
