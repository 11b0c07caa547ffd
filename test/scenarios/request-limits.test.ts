/**
 * Tests the running server's request limits. Requests above a limit are refused, and other users
 * are not affected.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUp, type Person } from "../support/people/person.ts";
import { startServer, type RunningServer } from "../support/servers/server.ts";

const ANONYMOUS = 40;
const SIGNED_IN = 60;

let server: RunningServer;
let ada: Person;
let bob: Person;
beforeAll(async () => {
  server = await startServer({
    env: {
      BLOCK_SECONDS: "0",
      REQUESTS_PER_MINUTE: String(ANONYMOUS),
      USER_REQUESTS_PER_MINUTE: String(SIGNED_IN),
      TRUSTED_PROXY: "127.0.0.1",
    },
  });
  [ada, bob] = [await signUp(server.url, "Ada"), await signUp(server.url, "Bob")];
});
afterAll(async () => {
  await server.close();
});

const get = (path: string, token?: string) =>
  fetch(`${server.url}${path}`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });

/** Sends `count` requests. Returns the first refusal, or undefined if every request succeeds. */
async function flood(path: string, count: number, token?: string): Promise<Response | undefined> {
  const answers = await Promise.all(Array.from({ length: count }, () => get(path, token)));
  return answers.find(({ status }) => status === 429);
}

const isSoon = (response: Response | undefined) => {
  const seconds = Number(response?.headers.get("retry-after"));
  return seconds >= 1 && seconds <= 60;
};

test("a user over the limit receives the waiting time", async () => {
  const token = await ada.token();
  const refused = await flood("/api/v1/me", SIGNED_IN + 5, token);
  expect(isSoon(refused)).toBe(true);
  expect(refused?.headers.get("content-type")).toContain("application/problem+json");
  expect(await refused?.json()).toMatchObject({
    status: 429,
    title: "Too Many Requests",
    detail: expect.stringMatching(
      new RegExp(
        `^There were more than ${SIGNED_IN} requests in a minute\\. Go on in \\d+ seconds\\.$`,
      ),
    ),
    code: "too_many_requests",
  });
  // The sign-in service's user route counts towards the same limit.
  expect((await ada.auth.getUser()).error?.status).toBe(429);
  expect(await bob.call("getMe")).toMatchObject({ email: bob.email });
});

describe("a server behind a trusted proxy", () => {
  const as = (ip: string, token?: string): RequestInit => ({
    headers: {
      "content-type": "application/json",
      "x-forwarded-for": `6.6.6.6, ${ip}`,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
  });
  const post = (path: string, body: unknown, init: RequestInit) =>
    fetch(`${server.url}${path}`, { ...init, method: "POST", body: JSON.stringify(body) });

  test("a forwarded host is ignored", async () => {
    const answer = await fetch(`${server.url}/config.json`, {
      headers: { "x-forwarded-for": "203.0.113.77", "x-forwarded-host": "other.example" },
    });
    expect(await answer.json()).toMatchObject({ supabaseUrl: server.url });
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test("each client address has its own limit, whatever X-Forwarded-For claims", async () => {
    const statuses = async (ip: string, count: number) =>
      Promise.all(
        Array.from({ length: count }, async () => {
          const answer = await fetch(`${server.url}/api/v1/mining/plans`, as(ip));
          return answer.status;
        }),
      );
    expect(await statuses("203.0.113.1", ANONYMOUS + 5)).toContain(429);
    expect(await statuses("203.0.113.2", 3)).toEqual([200, 200, 200]);
  });

  test("the login history shows the client's own address", async () => {
    const credentials = { email: bob.email, password: bob.password };
    const path = "/auth/v1/token?grant_type=password";
    const signedIn = await post(path, credentials, as("203.0.113.3"));
    const { access_token: token } = (await signedIn.json()) as { access_token: string };
    const history = await fetch(`${server.url}/api/v1/me/login-history`, as("203.0.113.3", token));
    const { items } = (await history.json()) as { items: { ip: string }[] };
    expect(items[0]?.ip).toBe("203.0.113.3");

    const enrolled = await post(
      "/auth/v1/factors",
      { factor_type: "totp" },
      as("203.0.113.3", token),
    );
    const { id } = (await enrolled.json()) as { id: string };
    const challenged = await post(`/auth/v1/factors/${id}/challenge`, {}, as("203.0.113.3", token));
    const { id: challenge_id } = (await challenged.json()) as { id: string };
    const answerFrom = async (ip: string) => {
      const answer = { challenge_id, code: "12345" };
      const response = await post(`/auth/v1/factors/${id}/verify`, answer, as(ip, token));
      return ((await response.json()) as { error_code: string }).error_code;
    };
    expect(await answerFrom("203.0.113.4")).toBe("mfa_ip_address_mismatch");
    expect(await answerFrom("203.0.113.3")).toBe("mfa_verification_failed");
  });
});

test("existing sessions still work at an address over the sign-in limit", async () => {
  const refused = await flood("/api/v1/mining/plans", ANONYMOUS + 5);
  expect(isSoon(refused)).toBe(true);
  const { error } = await bob.auth.signInWithPassword({ email: bob.email, password: "whatever" });
  expect(error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
  expect(error?.message).toContain(`more than ${ANONYMOUS} requests in a minute`);
  expect((await get("/api/v1/me", "forged")).status).toBe(429);
  const free = ["/", "/login", "/livez", "/readyz", "/config.json"];
  const answers = await Promise.all(free.map((path) => get(path)));
  expect(answers.map(({ status }) => status)).toEqual(free.map(() => 200));
  expect((await bob.auth.refreshSession()).error).toBeNull();
  expect(await bob.call("getMe")).toMatchObject({ email: bob.email });
});
