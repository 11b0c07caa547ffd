import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { FastifyInstance } from "fastify";
import type { Api, Caller } from "#api/route";
import { sats, time } from "#api/values";
import { defineRefusals, Outage, silentLog } from "#platform";
import { createHttpServer } from "./http.ts";
import { registerOpenApi } from "./openapi.ts";
import { registerApi } from "./routes.ts";

const api = {
  echo: {
    method: "POST",
    path: "/api/v1/echo/{word}",
    auth: "user",
    summary: "Answers what it got",
    movesMoney: true,
    params: z.strictObject({ word: z.string() }),
    body: z.strictObject({ amountSats: sats }),
    response: z.object({ amountSats: sats, at: time, key: z.string() }),
  },
  counts: {
    method: "GET",
    path: "/api/v1/counts",
    auth: "admin",
    showsNobody: true,
    summary: "Figures for administrators",
    response: z.object({}),
  },
  secret: {
    method: "GET",
    path: "/api/v1/secret",
    auth: "admin",
    summary: "For administrators",
    response: z.object({}),
  },
  fail: {
    method: "GET",
    path: "/api/v1/fail",
    auth: "anonymous",
    summary: "Fails as asked",
    query: z.strictObject({ how: z.enum(["refusal", "outage", "bug"]) }),
    response: z.object({}),
  },
  where: {
    method: "GET",
    path: "/api/v1/where",
    auth: "anonymous",
    summary: "Tells the address at which it was asked",
    response: z.object({ origin: z.string() }),
  },
} as const satisfies Api;

const refuse = defineRefusals({
  no_coins: {
    status: 400,
    title: "Insufficient Funds",
    text: "You do not have enough BTC for {what}.",
  },
  signed_out: { status: 401, title: "Signed out", text: "Sign in again." },
});

const user: Caller = {
  userId: "u1",
  email: "a@example.test",
  sessionId: "s1",
  aal: "aal1",
  isAdmin: false,
  isAnonymous: false,
};
let app: FastifyInstance;

beforeAll(async () => {
  app = await createHttpServer({
    log: silentLog,
    inlineHashes: { scripts: ["'sha256-abc'"], styles: [] },
    connectHosts: [],
  });
  await registerOpenApi(app, { version: "0.0.0" });
  registerApi(
    app,
    api,
    {
      echo: async ({ body, idempotency }) => ({
        amountSats: body.amountSats + 1n,
        at: new Date(0),
        key: idempotency.key,
      }),
      counts: async () => ({}),
      secret: async () => ({}),
      where: async ({ origin }) => ({ origin }),
      fail: async ({ query }) => {
        if (query.how === "refusal") throw refuse.no_coins({ what: "Starter Rig" });
        if (query.how === "outage")
          throw new Outage("bitcoin node", "connect ECONNREFUSED 10.0.0.1");
        throw new Error("the password is hunter2");
      },
    },
    {
      async identify(token) {
        if (token === "user") return user;
        if (token === "admin") return { ...user, isAdmin: true };
        if (token === "proven") return { ...user, isAdmin: true, aal: "aal2" };
        throw refuse.signed_out();
      },
    },
  );
});

const echo = (headers: Record<string, string>, payload: unknown) =>
  app.inject({
    method: "POST",
    url: "/api/v1/echo/x",
    headers: { "content-type": "application/json", ...headers },
    payload: typeof payload === "string" ? payload : JSON.stringify(payload),
  });
const asUser = { authorization: "Bearer user" };

describe("the caller's permission", () => {
  test("is checked before the body is read", async () => {
    expect((await echo({}, "{{{")).statusCode).toBe(401);
    expect((await echo({ authorization: "Bearer wrong" }, { nonsense: 1 })).statusCode).toBe(401);
    expect((await echo({ authorization: "Basic user" }, {})).statusCode).toBe(401);
  });

  test("requires the administrator role, and two-factor authentication to show users", async () => {
    const as = async (token: string, path: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await app.inject({ method: "GET", url: `/api/v1/${path}`, headers });
      return answer.json<{ readonly code?: string }>().code ?? answer.statusCode;
    };
    expect(await as("user", "secret")).toBe("not_admin");
    expect(await as("user", "counts")).toBe("not_admin");
    expect(await as("admin", "secret")).toBe("second_factor_required");
    expect(await as("admin", "counts")).toBe(200);
    expect(await as("proven", "secret")).toBe(200);
  });
});

describe("bad input", () => {
  const key = { "idempotency-key": randomUUID() };

  test("a recovery phrase is refused in any field and never repeated", async () => {
    const phrase = "legal winner thank year wave sausage worth useful legal winner thank yellow";
    const answers = [
      await echo({ ...asUser, ...key }, { amountSats: 1, note: phrase }),
      await app.inject({ method: "GET", url: `/api/v1/fail?how=${encodeURIComponent(phrase)}` }),
    ];
    for (const answer of answers) {
      expect(answer.statusCode).toBe(422);
      expect(answer.json()).toMatchObject({ code: "recovery_phrase", title: "Security Warning" });
      expect(answer.body).not.toContain("sausage");
    }
  });

  test.each([
    ["invalid JSON", "{{{"],
    ["a fractional amount", { amountSats: 0.5 }],
    ["an amount as text", { amountSats: "1" }],
    ["an integer above 2^53", '{"amountSats": 9007199254740993}'],
    ["an infinite amount", '{"amountSats": 1e400}'],
    ["an unknown field", { amountSats: 1, isAdmin: true }],
    ["a list as the body", [1]],
    ["null", "null"],
    ["5,000 nested arrays", "[".repeat(5_000) + "]".repeat(5_000)],
    ["5,000 nested objects", `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`],
    ["5,000 arrays in a field", `{"amountSats": ${"[".repeat(5_000)}${"]".repeat(5_000)}}`],
    ["30,000 values", `[${"1,".repeat(30_000)}1]`],
    [
      "deep nesting after a text",
      `["\\"${"[".repeat(5_000)}", "\\\\", ${"[".repeat(100)}${"]".repeat(100)}]`,
    ],
    ["a field named __proto__", '{"amountSats": 1, "__proto__": {"isAdmin": true}}'],
  ])("%s is refused with 400", async (_, payload) => {
    const answer = await echo({ ...asUser, ...key }, payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      status: 400,
      code: "invalid_request",
      title: "Invalid request",
    });
  });

  test("moving money requires an idempotency key that is a UUID", async () => {
    expect((await echo(asUser, { amountSats: 1 })).json()).toMatchObject({
      code: "idempotency_key_missing",
    });
    const odd = await echo({ ...asUser, "idempotency-key": "1" }, { amountSats: 1 });
    expect(odd.json()).toMatchObject({ code: "idempotency_key_missing" });
  });

  test("a body over 64 KiB is refused", async () => {
    const answer = await echo({ ...asUser, ...key }, JSON.stringify({ text: "x".repeat(70_000) }));
    expect(answer.statusCode).toBe(413);
  });
});

test("amounts are bigint in handlers and JSON integers on the wire", async () => {
  const key = randomUUID();
  const answer = await echo(
    { ...asUser, "idempotency-key": key.toUpperCase() },
    { amountSats: 41 },
  );
  expect(answer.json()).toEqual({ amountSats: 42, at: "1970-01-01T00:00:00.000Z", key });
});

describe("failures", () => {
  const fail = (how: string) => app.inject({ method: "GET", url: `/api/v1/fail?how=${how}` });

  test("a refusal shows its title and text", async () => {
    const answer = await fail("refusal");
    expect(answer.headers["content-type"]).toContain("application/problem+json");
    expect(answer.json()).toMatchObject({
      status: 400,
      code: "no_coins",
      title: "Insufficient Funds",
      detail: "You do not have enough BTC for Starter Rig.",
    });
    expect(answer.json<{ requestId: string }>().requestId).toBe(answer.headers["x-request-id"]);
  });

  test("an outage returns 503 without revealing addresses", async () => {
    const answer = await fail("outage");
    expect(answer.statusCode).toBe(503);
    expect(answer.body).not.toContain("10.0.0.1");
  });

  test("a bug returns 500 and its message appears only in the log", async () => {
    const answer = await fail("bug");
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain("hunter2");
  });
});

test("connections are checked every few seconds to enforce time limits", () => {
  const { headersTimeout, requestTimeout } = app.server;
  expect(app.server).toMatchObject({ connectionsCheckingInterval: 5_000 });
  expect([headersTimeout, requestTimeout]).toEqual([10_000, 900_000]);
});

test("every page has security headers, including the 404 page", async () => {
  const { headers } = await app.inject({ method: "GET", url: "/no-such-page" });
  expect(headers["content-security-policy"]).toContain("script-src 'self' 'sha256-abc'");
  expect(headers["content-security-policy"]).not.toContain("unsafe");
  expect(headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "x-frame-options": "SAMEORIGIN",
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": expect.stringMatching(/^camera=\(\).* hid=\(\)$/) as string,
  });
  const wallet = await app.inject({ method: "GET", url: "/wallet?from=here" });
  expect(wallet.headers["permissions-policy"]).toMatch(/^camera=\(\).* hid=\(self\)$/);
  const docs = await app.inject({ method: "GET", url: "/api/docs" });
  expect(docs.headers["content-security-policy"]).toContain("style-src 'self'");
});

test("responses and errors about money are never cached", async () => {
  const { headers } = await app.inject({ method: "GET", url: "/api/v1/fail?how=bug" });
  expect(headers["cache-control"]).toBe("no-store");
});

test.each(["/api/v1/fail?how=bug", "/api/v1/nothing", "/auth/v1/nothing"])(
  "the response at %s renders and runs nothing when opened as a page",
  async (url) => {
    const { headers } = await app.inject({ method: "GET", url });
    expect(headers).toMatchObject({
      "content-security-policy": "default-src 'none';frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(headers).not.toHaveProperty("permissions-policy");
  },
);

test("the OpenAPI document shows amounts as integers and times as text", async () => {
  const document = (await app.inject({ method: "GET", url: "/api/openapi.json" })).json<{
    openapi: string;
    paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
  }>();
  expect(document.openapi).toBe("3.1.0");
  const answer = JSON.stringify(document.paths["/api/v1/echo/{word}"]?.["post"]?.responses["200"]);
  expect(answer).toContain('"type":"integer"');
  expect(answer).toContain('"format":"date-time"');
});

describe("the origin of the request", () => {
  const origin = async (headers: Record<string, string>) => {
    const answer = await app.inject({ method: "GET", url: "/api/v1/where", headers });
    return answer.json<{ origin: string }>().origin;
  };

  test.each(["localhost:3000", "127.0.0.1:3000", "[::1]:3000", "floor.example"])(
    "is the Host header %s",
    async (host) => expect(await origin({ host })).toBe(`http://${host}`),
  );

  test("is SITE_URL if it is set, regardless of the Host header", async () => {
    const site = await createHttpServer({
      log: silentLog,
      inlineHashes: { scripts: [], styles: [] },
      connectHosts: [],
    });
    const { where } = api;
    registerApi(
      site,
      { where },
      { where: async ({ origin: address }) => ({ origin: address }) },
      {
        identify: () => Promise.reject(new Error("nobody is asked")),
        siteUrl: "https://floor.example",
      },
    );
    const headers = { host: "127.0.0.1:3000" };
    const answer = await site.inject({ method: "GET", url: "/api/v1/where", headers });
    expect(answer.json()).toEqual({ origin: "https://floor.example" });
    await site.close();
  });

  test("is https behind a proxy that terminates TLS", async () => {
    const headers = { host: "floor.example", "x-forwarded-proto": "https" };
    expect(await origin(headers)).toBe("https://floor.example");
  });

  test.each(["a b", "user@evil.example", "evil.example/path", "h:99999", "<script>"])(
    "is never taken from the Host header '%s'",
    async (host) => expect(await origin({ host })).toMatch(/^http:\/\/127\.0\.0\.1:/),
  );
});

test.each([
  ["https://floor.example", "max-age=31536000"],
  ["https://floor.example:8443", "max-age=31536000"],
  ["http://floor.example", undefined],
  ["https://localhost:3000", undefined],
  ["https://installation.localhost", undefined],
  ["https://127.0.0.1", undefined],
  ["https://[::1]:3000", undefined],
  [undefined, undefined],
])("a site at %s sends the HSTS header %s", async (siteUrl, value) => {
  const inlineHashes = { scripts: [], styles: [] };
  const site = await createHttpServer({ log: silentLog, inlineHashes, connectHosts: [], siteUrl });
  const answer = await site.inject({ method: "GET", url: "/" });
  expect(answer.headers["strict-transport-security"]).toBe(value);
  await site.close();
});

test.each([
  ["http://floor.example", undefined],
  ["http://192.168.0.7:3000", undefined],
  ["http://localhost:3000", "same-origin"],
  ["https://floor.example", "same-origin"],
  [undefined, "same-origin"],
])("a site at %s sends the cross-origin opener policy %s", async (siteUrl, value) => {
  const inlineHashes = { scripts: [], styles: [] };
  const site = await createHttpServer({ log: silentLog, inlineHashes, connectHosts: [], siteUrl });
  const answer = await site.inject({ method: "GET", url: "/" });
  expect(answer.headers["cross-origin-opener-policy"]).toBe(value);
  await site.close();
});
