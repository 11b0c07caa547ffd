/**
 * Sends malformed requests: invalid URLs, pages, bodies, headers and bytes. Every request must be
 * refused with a clear error, without a server error.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUp, type Person } from "../support/people/person.ts";
import {
  hangUp,
  isClientError,
  rawAnswer,
  refusalOf,
  send as sendTo,
  type Sent,
} from "../support/servers/raw-request.ts";
import { startServer, type RunningServer } from "../support/servers/server.ts";

let server: RunningServer;
let person: Person;

beforeAll(async () => {
  server = await startServer({
    env: { BLOCK_SECONDS: "0", REDIRECT_ALLOW_LIST: "https://app.example/area/**" },
  });
  person = await signUp(server.url, "Person");
});

afterAll(async () => {
  await server.close();
});

const send = (path: string, sent: Partial<Sent> = {}) =>
  sendTo(`${server.url}${path}`, { person, ...sent });

describe("nonexistent URLs", () => {
  const hex = "0".repeat(64);
  test.each([
    hex,
    hex.slice(1),
    `${hex}0`,
    "A".repeat(64),
    "demo-tx",
    `wdr_${"0".repeat(32)}`,
    "..%2f..%2fme",
    "%2e%2e%2fme",
    "%252f",
    "%00",
    "%ED%A0%80",
    "%zz",
    "x".repeat(300),
    "%E2%80%AE",
  ])("the transaction id %s is refused", async (id) => {
    expect(refusalOf(await send(`/api/v1/transactions/${id}`, { method: "GET" }))).toMatch(/^\w+$/);
  });

  test.each([
    ["GET", "/api/v1/withdrawals/%00"],
    ["POST", "/api/v1/withdrawals/%00/cancel"],
    ["POST", "/api/v1/me/mailbox/%00/read"],
    ["DELETE", "/api/v1/me/sessions/%00"],
    ["GET", `/api/v1/withdrawals/${"w".repeat(65)}`],
    ["GET", "/api/v1/nothing"],
    ["GET", "/assets/..%2f..%2f..%2fpackage.json"],
    ["GET", "/%2e%2e/package.json"],
    ["GET", "/.env"],
  ])("%s %s is refused", async (method, path) => {
    expect(
      refusalOf(await send(path, { method, ...(method === "GET" ? {} : { body: "{}" }) })),
    ).toMatch(/^\w+$/);
  });
});

test.each([
  ["PUT", "/api/v1/withdrawals", "GET, HEAD, POST"],
  ["DELETE", "/api/v1/transactions/anything?x=1", "GET, HEAD"],
  ["GET", "/api/v1/mining/start", "POST"],
  ["POST", "/dashboard", "GET, HEAD"],
])("%s %s is refused with the allowed methods", async (method, path, methods) => {
  const body = method === "GET" ? {} : { body: "{}" };
  const answer = await send(path, { method, ...body });
  expect(refusalOf(answer)).toBe("method_not_allowed");
  expect(answer.status).toBe(405);
  expect(answer.headers.get("allow")).toBe(methods);
});

test.each(["", "/", "/nothing", "/signup", "/factors/recovery-codes"])(
  "GET /auth/v1%s is refused in the sign-in service's error format",
  async (path) => {
    const answer = await send(`/auth/v1${path}`, { method: "GET" });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      404,
      { code: 404, error_code: "not_found", msg: "Not found" },
    ]);
  },
);

test.each([
  ["https://app.example/area/in?x=1", "https://app.example"],
  ["https://app.example/area/%2e%2e/other", undefined],
  ["https://app.example/area", undefined],
  ["https://app.example.evil.example/area/", undefined],
  ["//evil.example", undefined],
  ["/\\evil.example", undefined],
  ["https://user@app.example/area/", undefined],
  ["javascript:alert(1)", undefined],
])("a used link redirects to %s only if REDIRECT_ALLOW_LIST allows it", async (to, origin) => {
  const query = new URLSearchParams({ type: "recovery", token: "none", redirect_to: to });
  const answer = await fetch(`${server.url}/auth/v1/verify?${query}`, { redirect: "manual" });
  const led = new URL(answer.headers.get("location") ?? "");
  expect([answer.status, led.origin]).toEqual([303, origin ?? server.url]);
});

test("a URL path that is too long returns 404", async () => {
  const id = "x".repeat(300);
  const answer = await send(`/api/v1/transactions/${id}`, { method: "GET" });
  expect(refusalOf(answer)).toBe("not_found");
  const page = await send(`/track-transaction/${id}`, {
    method: "GET",
    headers: { accept: "text/html" },
  });
  expect([page.status, page.type]).toEqual([404, "text/html; charset=utf-8"]);
});

describe.each([
  "/api/v1/me/login-history",
  "/api/v1/me/mailbox",
  "/api/v1/ledger/entries",
  "/api/v1/wallet/deposits",
  "/api/v1/withdrawals",
  "/api/v1/mining/statements",
])("invalid page parameters of %s", (path) => {
  test.each([
    "cursor=",
    "cursor=x",
    "cursor=%00",
    "cursor=-1",
    "cursor=1e9",
    "cursor=%27",
    "cursor=null",
    `cursor=${"9".repeat(30)}`,
    `cursor=${"x".repeat(201)}`,
    "cursor=a&cursor=b",
    "limit=0",
    "limit=-1",
    "limit=101",
    "limit=1.5",
    "limit=x",
    "limit=",
    "limit=1&limit=2",
    "limit=NaN",
    "limit=Infinity",
    "unknown=1",
    "limit[]=1",
    "__proto__=1",
  ])("?%s is refused", async (query) => {
    expect(refusalOf(await send(`${path}?${query}`, { method: "GET" }))).toMatch(/^\w+$/);
  });
});

describe("malformed bodies", () => {
  const path = "/api/v1/withdrawals";
  test.each<[string, Partial<Sent>]>([
    ["none", {}],
    [
      "plain text",
      { body: '{"amountSats":1,"method":"wallet"}', headers: { "content-type": "text/plain" } },
    ],
    ["XML", { body: "<a/>", headers: { "content-type": "application/xml" } }],
    ["a form", { body: "a=1", headers: { "content-type": "application/x-www-form-urlencoded" } }],
    ["no type", { body: "{}", headers: { "content-type": "" } }],
    [
      "an unknown charset",
      { body: "{}", headers: { "content-type": "application/json; charset=utf-7" } },
    ],
    ["said to be compressed", { body: "\x1f\x8b", headers: { "content-encoding": "gzip" } }],
    ["of a megabyte", { body: JSON.stringify({ code: "x".repeat(1_000_000) }) }],
    ["a thousand deep", { body: `${"[".repeat(1000)}${"]".repeat(1000)}` }],
    ["a thousand objects deep", { body: `${'{"a":'.repeat(1000)}1${"}".repeat(1000)}` }],
    ["thirty thousand deep", { body: "[".repeat(30_000) }],
    ["with a prototype", { body: '{"__proto__":{"amountSats":1}}' }],
    ["with a constructor", { body: '{"constructor":{"prototype":{"isAdmin":true}}}' }],
    ["with a field twice and one too many", { body: '{"amountSats":1,"amountSats":2,"x":1}' }],
    ["cut off", { body: '{"amountSats":1' }],
    ["not UTF-8", { body: Uint8Array.from([0x7b, 0xff, 0xfe, 0x7d]) }],
    ["null", { body: "null" }],
    ["text", { body: '"x"' }],
  ])("%s is refused", async (_, sent) => {
    expect(refusalOf(await send(path, sent))).toMatch(/^\w+$/);
  });

  test.each(["\0", "a\0b", "\uD800", "\uDFFFx", "", "   ", "x".repeat(121), "\u202Emoc.elpmaxe"])(
    "the name %j is refused",
    async (name) => {
      expect(
        refusalOf(await send("/api/v1/me", { method: "PATCH", body: JSON.stringify({ name }) })),
      ).toMatch(/^\w+$/);
    },
  );

  test.each(["zero\u200Bwidth", "'; --", "{{7*7}}", "<b>x</b>", "🏴‍☠️", "=1+1"])(
    "the name %j is stored unchanged",
    async (name) => {
      const answer = await send("/api/v1/me", { method: "PATCH", body: JSON.stringify({ name }) });
      expect(JSON.parse(answer.text)).toMatchObject({ name });
    },
  );
});

describe("malformed sign-in requests", () => {
  const password = `long enough ${randomUUID()}`;
  const email = () => `${randomUUID()}@example.test`;
  test.each<[string, string, unknown]>([
    ["a NUL in the name", "signup", { email: email(), password, data: { name: "a\0b" } }],
    ["half a pair in the name", "signup", { email: email(), password, data: { name: "\uD800" } }],
    ["a NUL in the address", "signup", { email: `a\0${email()}`, password }],
    [
      "a line break in the address",
      "signup",
      { email: `a@example.test\r\nBcc: ${email()}`, password },
    ],
    ["seven characters", "signup", { email: email(), password: "a7b_c-d" }],
    ["257 characters", "signup", { email: email(), password: "aB3-".repeat(65) }],
    ["metadata of 20 KB", "signup", { email: email(), password, data: { x: "y".repeat(20_000) } }],
    ["a number as password", "token?grant_type=password", { email: email(), password: 12345678 }],
    ["a NUL in the password", "token?grant_type=password", { email: email(), password: "a\0" }],
    ["a NUL in the refresh token", "token?grant_type=refresh_token", { refresh_token: "\0" }],
    ["two grant types", "token?grant_type=password&grant_type=pkce", {}],
    ["a NUL in the link", "verify", { type: "recovery", token_hash: "\0" }],
    ["a code that is a list", "verify", { type: "email", email: email(), token: ["123456"] }],
    ["a code with a NUL", "verify", { type: "email", email: email(), token: "12345\0" }],
    ["a type of the prototype", "verify", { type: "__proto__", token_hash: "x" }],
    ["a type that is inherited", "verify", { type: "constructor", token_hash: "x" }],
    ["a code by SMS", "verify", { type: "sms", phone: "+4915100000", token: "123456" }],
    ["no address for a link", "otp", {}],
    ["a line break in the link's address", "otp", { email: `a@example.test\r\nBcc: ${email()}` }],
    ["two hosts in the link's address", "magiclink", { email: "a@b.test@c.test" }],
    ["create_user as text", "otp", { email: email(), create_user: "no" }],
    ["a challenge of 10 KB", "recover", { email: email(), code_challenge: "x".repeat(10_000) }],
    ["a resend of nothing", "resend", {}],
    ["a resend of a list", "resend", { type: ["signup"], email: email() }],
    ["a code to exchange that is a number", "token?grant_type=pkce", { auth_code: 1 }],
    [
      "a NUL in the code to exchange",
      "token?grant_type=pkce",
      { auth_code: "\0", code_verifier: "x" },
    ],
    ["a list", "signup", [1]],
  ])("%s is refused", async (_, path, body) => {
    const answer = await send(`/auth/v1/${path}`, { body: JSON.stringify(body) });
    expect(answer).toMatchObject({ status: expect.toSatisfy(isClientError) });
    expect(JSON.parse(answer.text)).toMatchObject({ msg: expect.stringMatching(/\w/) });
  });

  test("a link with a NUL byte redirects to the site with an error", async () => {
    const url = `${server.url}/auth/v1/verify?type=recovery&token=%00`;
    const answer = await fetch(url, { redirect: "manual" });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toContain("error_code=otp_expired");
  });

  test("an untrusted client's X-Forwarded-For header is ignored", async () => {
    const body = JSON.stringify({ email: person.email, password: person.password });
    const headers = { "x-forwarded-for": "6.6.6.6", "x-real-ip": "6.6.6.6" };
    expect(await send("/auth/v1/token?grant_type=password", { body, headers })).toMatchObject({
      status: 200,
    });
    const { items } = await person.call("listLoginHistory");
    expect(items[0]?.ip).toBe("127.0.0.1");
  });
});

describe("malformed HTTP", () => {
  const HOST = "Host: 127.0.0.1";
  const post = "POST /api/v1/withdrawals HTTP/1.1";
  test.each<[string, string]>([
    [
      "a length and chunks",
      `${post}\r\n${HOST}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ["two lengths", `${post}\r\n${HOST}\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef`],
    ["headers of 20 KB", `GET /livez HTTP/1.1\r\n${HOST}\r\nX: ${"x".repeat(20_000)}\r\n\r\n`],
    ["no host", "GET /livez HTTP/1.1\r\n\r\n"],
    ["an unknown version", `GET /livez HTTP/9.9\r\n${HOST}\r\n\r\n`],
    ["an unknown method", `STEAL /api/v1/wallet HTTP/1.1\r\n${HOST}\r\n\r\n`],
    ["a NUL in a header", `GET /livez HTTP/1.1\r\n${HOST}\r\nX: a\0b\r\n\r\n`],
    ["noise", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"],
  ])("%s is refused", async (_, text) => {
    const answer = await rawAnswer(server.url, text);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  });

  test.each([
    ["the Host of another site", ["evil.example"], 421, "unknown_host"],
    ["a second Host", ["127.0.0.1", "evil.example"], 400, "several_hosts"],
  ])("%s gets no page, no configuration and no stream", async (_, hosts, status, code) => {
    const lines = hosts.map((host) => `Host: ${host}:${new URL(server.url).port}`).join("\r\n");
    for (const path of ["/", "/config.json", "/api/v1/public/stats"]) {
      const answer = await rawAnswer(server.url, `GET ${path} HTTP/1.1\r\n${lines}\r\n\r\n`);
      const [head = "", body = ""] = answer.split("\r\n\r\n");
      expect(head).toContain(`HTTP/1.1 ${status} `);
      expect(body).toContain(`"code":"${code}"`);
      expect(body).not.toContain("supabaseUrl");
    }
    const { port } = new URL(server.url);
    const stream = [
      "GET /api/v1/stream HTTP/1.1",
      lines,
      `Origin: http://${hosts.at(0)}:${port}`,
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
    ].join("\r\n");
    expect(await rawAnswer(server.url, stream)).toContain("403 Forbidden");
  });

  test("an unparsable request receives a problem document", async () => {
    const answer = await rawAnswer(server.url, "nonsense\r\n\r\n");
    const [head = "", body = ""] = answer.split("\r\n\r\n");
    expect(head).toContain("content-type: application/problem+json");
    expect(JSON.parse(body)).toMatchObject({ title: "Invalid request", status: 400 });
  });

  test("clients that request an upgrade and disconnect do not harm the server", async () => {
    const upgrade = `GET /api/v1/x HTTP/1.1\r\n${HOST}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
    for (let count = 0; count < 100; count += 1) await hangUp(server.url, upgrade);
    expect((await fetch(`${server.url}/livez`)).status).toBe(200);
  });
});

test("at the end the log has no errors and the server stops cleanly", async () => {
  expect(await server.stop()).toBe(0);
  expect(server.output()).not.toMatch(/Something went wrong|sign-in service failed/);
});
