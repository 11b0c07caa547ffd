/**
 * Tests the defaults and texts of the official client that the product relies on. An incompatible
 * version fails these tests.
 */
import { createClient } from "@supabase/supabase-js";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createAuth } from "./official-client.ts";

interface Sent {
  readonly path: string;
  readonly body: unknown;
}

const sent: Sent[] = [];
let status = 200;

const client = () =>
  createClient("http://127.0.0.1:3000", "public-key", {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: (input, init) => {
        const { pathname } = new URL(input instanceof Request ? input.url : input);
        const body: unknown = typeof init?.body === "string" ? JSON.parse(init.body) : undefined;
        sent.push({ path: pathname, body });
        return Promise.resolve(new Response("[]", { status }));
      },
    },
  });

afterEach(() => {
  sent.length = 0;
  status = 200;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ["autoRefreshToken", true],
  ["persistSession", true],
  ["detectSessionInUrl", true],
  ["flowType", "implicit"],
])("%s is %s by default", (name, value) => {
  const { auth } = createClient("http://127.0.0.1:3000", "public-key");
  expect(Reflect.get(auth, name)).toBe(value);
});

test("a one-time code requires an e-mail address or a phone number", async () => {
  const { error } = await client().auth.signInWithOtp({} as { email: string });
  expect(error?.message).toBe("You must provide either an email or phone number.");
});

test("an empty response to a verified code results in the client's own text", () => {
  // Check the source code for the text, because our service never returns an error that triggers
  // it.
  expect(client().auth.verifyOtp.toString()).toContain("An error occurred on token verification.");
});

test("there is no user without a session", async () => {
  const { error } = await client().auth.getUser();
  expect(error?.message).toBe("Auth session missing!");
});

test.each([
  ["implicit", "No session defined in URL"],
  ["pkce", "No code detected."],
])("a URL of the %s flow without a token or code fails with: %s", async (flow, message) => {
  const { auth } = client();
  Reflect.set(auth, "flowType", flow);
  const read = Reflect.get(auth, "_getSessionFromURL") as (
    params: object,
    flow: string,
  ) => Promise<{ error: Error | null }>;
  vi.stubGlobal("window", { location: { href: "http://127.0.0.1:3000/" }, document: {} });
  vi.stubGlobal("document", {});
  const { error } = await read.call(auth, {}, flow);
  vi.unstubAllGlobals();
  expect(error?.message).toContain(message);
});

test("a failed refresh is retried after 200 ms and then after 400 ms", async () => {
  vi.useFakeTimers();
  status = 503;
  const { auth } = client();
  const refreshing = auth.refreshSession({ refresh_token: "refresh" });
  const calls = async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds);
    return sent.length;
  };
  expect(await calls(0)).toBe(1);
  expect(await calls(199)).toBe(1);
  expect(await calls(1)).toBe(2);
  expect(await calls(399)).toBe(2);
  expect(await calls(1)).toBe(3);
  await vi.advanceTimersByTimeAsync(120_000);
  expect((await refreshing).error).not.toBeNull();
});

test("a file list requests 100 entries", async () => {
  await client().storage.from("files").list();
  expect(sent).toMatchObject([{ path: "/storage/v1/object/list/files", body: { limit: 100 } }]);
});

test("a realtime request times out after 10 seconds", () => {
  expect(client().realtime.timeout).toBe(10_000);
});

test.each([
  ["auth/v1", "authUrl"],
  ["realtime/v1", "realtimeUrl"],
  ["storage/v1", "storageUrl"],
  ["functions/v1", "functionsUrl"],
])("the complete client has the service root %s", (path, name) => {
  expect(String(Reflect.get(client(), name))).toMatch(new RegExp(`:3000/${path}$`));
});

test("requests to the service root rest/v1 use the public key as the bearer token", async () => {
  await client().from("anything").select();
  expect(sent).toMatchObject([{ path: "/rest/v1/anything" }]);
});

test.each([createClient, createAuth])("the client throws without a URL or a key", (make) => {
  expect(() => make("", "public-key")).toThrow("supabaseUrl is required.");
  expect(() => make("http://127.0.0.1:3000", "")).toThrow("supabaseKey is required.");
});

test.each(["http://127.0.0.1:3000", "https://abc.supabase.co/", " https://id.example.test/base "])(
  "the auth-only client behaves like the complete client for %s",
  (url) => {
    const whole: object = createClient(url, "public-key").auth;
    const half = createAuth(url, "public-key");
    const facts = (auth: object) =>
      ["url", "storageKey", "flowType", "autoRefreshToken", "persistSession"]
        .concat(["lock", "logDebugMessages", "hasCustomAuthorizationHeader"])
        .map((name): unknown => Reflect.get(auth, name));
    expect(facts(half)).toEqual(facts(whole));
    expect(Reflect.get(half, "detectSessionInUrl")).toBe(false);
    const { Authorization, apikey } = Reflect.get(half, "headers") as Record<string, string>;
    expect(Reflect.get(whole, "headers")).toMatchObject({ Authorization, apikey });
  },
);

describe("a browser with a wrong clock", () => {
  const REAL_S = 1_790_000_000;
  let tokens: number;

  /** Signs a user in. The browser's clock is ahead by this many seconds. */
  async function signedIn(aheadS: number) {
    tokens = 0;
    vi.useFakeTimers({ toFake: ["Date"], now: (REAL_S + aheadS) * 1000 });
    vi.stubGlobal("fetch", () => {
      tokens += 1;
      return Promise.resolve(
        Response.json({
          access_token: `${btoa("{}")}.${btoa(JSON.stringify({ sub: "ada" }))}.x`,
          refresh_token: `refresh ${tokens}`,
          token_type: "bearer",
          expires_in: 3_600,
          expires_at: REAL_S + 3_600,
          user: { id: "ada" },
        }),
      );
    });
    const auth = createAuth("http://127.0.0.1:3000", "public-key");
    await auth.initialize();
    await auth.stopAutoRefresh();
    const { error } = await auth.signInWithPassword({ email: "ada@sample.test", password: "word" });
    expect(error).toBeNull();
    return auth;
  }

  test.each([-86_400, -300, 0, 300, 3_600, 86_400])(
    "with a clock off by %i s the token is renewed shortly before it expires",
    async (aheadS) => {
      const auth = await signedIn(aheadS);
      const tokensAfter = async (seconds: number) => {
        vi.setSystemTime((REAL_S + aheadS + seconds) * 1000);
        await auth.getSession();
        return tokens;
      };
      expect(await tokensAfter(0)).toBe(1);
      expect(await tokensAfter(3_500)).toBe(1);
      expect(await tokensAfter(3_590)).toBe(2);
      await auth.signOut({ scope: "local" });
    },
  );
});
