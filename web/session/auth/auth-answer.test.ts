/** Tests that only responses from the sign-in service can sign users in or out. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAuth } from "./official-client.ts";

const STORED = "sb-127-auth-token";
const HOUR_S = 3600;

let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  });
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("document", {});
});

afterEach(() => void vi.unstubAllGlobals());

/** Returns a client with an hour-old session. All its requests receive this response. */
function signedIn(respond: () => Response) {
  vi.stubGlobal("fetch", () => Promise.resolve(respond()));
  const token = `x.${btoa(JSON.stringify({ sub: "u", exp: Date.now() / 1000 + HOUR_S }))}.x`;
  const session = {
    access_token: token,
    refresh_token: "refresh",
    token_type: "bearer",
    expires_in: HOUR_S,
    expires_at: Date.now() / 1000 + HOUR_S,
    user: { id: "u" },
  };
  stored.set(STORED, JSON.stringify(session));
  return createAuth("http://127.0.0.1:3000", "public-key");
}

const page = (status: number) => () =>
  new Response("<html></html>", { status, headers: { "content-type": "text/html" } });
const json = (body: unknown) => () => Response.json(body);

test.each([
  ["a page", page(200)],
  ["an empty object", json({})],
  ["a page with 401", page(401)],
])("a login response that is %s fails like a lost connection", async (_, respond) => {
  const auth = signedIn(respond);
  const { data, error } = await auth.signInWithPassword({ email: "a@b.test", password: "secret" });
  expect(data.session).toBeNull();
  expect(error).toMatchObject({ name: "AuthRetryableFetchError", status: 0 });
  expect(error?.message).toContain("The server does not answer");
});

test.each([
  ["200", page(200)],
  ["401", page(401)],
  ["403", page(403)],
])("an HTML page with status %s from /user does not end the session", async (_, respond) => {
  const auth = signedIn(respond);
  const { error } = await auth.getUser();
  expect(error?.name).toBe("AuthRetryableFetchError");
  expect(stored.get(STORED)).toBeDefined();
});

test("a 401 from a proxy does not end the session", async () => {
  vi.useFakeTimers({ now: Date.now() });
  const auth = signedIn(page(401));
  const refreshing = auth.refreshSession();
  await vi.advanceTimersByTimeAsync(120_000);
  vi.useRealTimers();
  expect((await refreshing).error?.name).toBe("AuthRetryableFetchError");
  expect(stored.get(STORED)).toBeDefined();
});

test("an HTML page does not end the session", async () => {
  const auth = signedIn(page(200));
  expect((await auth.signOut({ scope: "others" })).error?.name).toBe("AuthRetryableFetchError");
});

test("the sign-in service's refusal is passed on unchanged", async () => {
  const auth = signedIn(() =>
    Response.json({ code: 400, error_code: "invalid_credentials", msg: "Wrong." }, { status: 400 }),
  );
  const { error } = await auth.signInWithPassword({ email: "a@b.test", password: "secret" });
  expect(error).toMatchObject({ code: "invalid_credentials", message: "Wrong." });
});
