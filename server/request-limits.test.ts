/**
 * Tests the request limits per minute: the user or network whose limit a request counts towards,
 * and the requests that are never counted.
 */
import fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { limitRequests } from "./request-limits.ts";
import { problemOf, sendProblem } from "./problem.ts";

let app: FastifyInstance;
let nowMs: number;
let refuse: boolean;

beforeEach(() => {
  nowMs = 5_000;
  refuse = false;
  app = fastify({ trustProxy: true });
  app.setErrorHandler((error: Error, request, reply) =>
    sendProblem(request, reply, problemOf(error)),
  );
  limitRequests(app, {
    limits: { anonymousPerMinute: 3, signedInPerMinute: 5 },
    elapsedMs: () => nowMs,
    identify: async (token) => {
      if (refuse || !/^(?:hf_)?user-/.test(token)) throw new Error("nobody's");
      if (token.startsWith("hf_"))
        return {
          userId: token.slice(3),
          keyId: "key_1",
          keyName: "K",
          isAdmin: false,
          isAnonymous: false,
          scopes: ["read"],
        };
      return {
        userId: token,
        email: "",
        sessionId: "",
        aal: "aal1",
        isAdmin: false,
        isAnonymous: false,
      };
    },
  });
  app.all("/*", async (request) => ({ caller: request.found?.userId ?? null }));
});
afterEach(() => app.close());

interface Visit {
  readonly url?: string;
  readonly ip?: string;
  readonly token?: string;
}

const visit = ({ url = "/api/v1/mining/plans", ip = "203.0.113.7", token }: Visit = {}) =>
  app.inject({
    url,
    headers: {
      "x-forwarded-for": ip,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
  });

/** Sends ten requests and returns the number that were allowed. */
async function letThrough(what: Visit): Promise<number> {
  let count = 0;
  for (let request = 0; request < 10; request += 1)
    if ((await visit(what)).statusCode === 200) count += 1;
  return count;
}

test("a 429 response states the limit and the seconds until it ends", async () => {
  await letThrough({});
  nowMs += 17_500;
  const answer = await visit();
  expect(answer.statusCode).toBe(429);
  expect(answer.headers["retry-after"]).toBe("43");
  expect(answer.json()).toMatchObject({
    title: "Too Many Requests",
    detail: "There were more than 3 requests in a minute. Go on in 43 seconds.",
    code: "too_many_requests",
  });
  nowMs += 43_000;
  expect((await visit()).statusCode).toBe(200);
});

test("visitors are counted by address, users by account", async () => {
  expect(await letThrough({})).toBe(3);
  expect(await letThrough({ ip: "203.0.113.8" })).toBe(3);
  expect(await letThrough({ token: "user-ada" })).toBe(5);
  expect(await letThrough({ token: "user-ada", ip: "203.0.113.9" })).toBe(0);
  // Requests with an API key count towards the limit of the key's owner.
  expect(await letThrough({ token: "hf_user-ada" })).toBe(0);
  expect(await letThrough({ token: "user-bob" })).toBe(5);
});

test("signed-in users of one network share a limit that visitors cannot use up", async () => {
  for (let person = 0; person < 10; person += 1)
    expect(await letThrough({ token: `user-${person}` })).toBe(person < 5 ? 5 : 0);
  expect(await letThrough({ token: "user-11", ip: "203.0.113.8" })).toBe(5);
  expect(await letThrough({})).toBe(3);
  nowMs += 60_000;
  for (let visits = 0; visits < 10; visits += 1) await letThrough({});
  expect(await letThrough({ token: "user-12" })).toBe(5);
});

test("an IPv6 address counts towards the limits of its /64, /56 and /48", async () => {
  const of = (subnet: string) => letThrough({ ip: `2001:db8:42:${subnet}::1` });
  expect([await of("0"), await of("1"), await of("2")]).toEqual([3, 3, 0]);
  expect([await of("100"), await of("200"), await of("300")]).toEqual([3, 3, 0]);
  expect(await letThrough({ ip: "2001:db8:43:0::1" })).toBe(3);
});

test("requests with invalid tokens count towards the limit of their address", async () => {
  let count = 0;
  for (let request = 0; request < 10; request += 1)
    if ((await visit({ token: `forged-${request}` })).statusCode === 200) count += 1;
  expect(count).toBe(3);
  refuse = true;
  expect(await letThrough({ token: "user-ada" })).toBe(0);
});

test.each(["/", "/dashboard", "/assets/app.js", "/livez", "/readyz", "/config.json", "/apian"])(
  "%s is not counted",
  async (url) => expect(await letThrough({ url })).toBe(10),
);

test.each(["/api/v1/x", "/api/docs", "/auth/v1/recover", "/auth/v1/token?grant_type=password"])(
  "%s is counted",
  async (url) => expect(await letThrough({ url })).toBe(3),
);

test("a differently spelled path to the same route is counted", async () => {
  for (const path of ["/api/v1/x", "/auth/v1/token"]) app.get(path, async () => ({}));
  const answers = [];
  for (const url of [
    "/%61pi/v1/x",
    "/a%70i/v1/x",
    "/auth/v1/token",
    "/%61uth/v1/token",
    "/api/v1/x",
  ])
    answers.push((await visit({ url })).statusCode);
  expect(answers).toEqual([200, 200, 200, 429, 429]);
});

test("other users of the same address do not limit session renewals", async () => {
  expect(await letThrough({ url: "/auth/v1/token?grant_type=refresh_token" })).toBe(10);
  expect(await letThrough({ url: "/auth/v1/token?grant_type=refresh_tokens" })).toBe(3);
});

test("a route receives the caller of its own request", async () => {
  expect((await visit({ token: "user-ada" })).json()).toEqual({ caller: "user-ada" });
  expect((await visit({ token: "forged" })).json()).toEqual({ caller: null });
  expect((await visit()).json()).toEqual({ caller: null });
});
