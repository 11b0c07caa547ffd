import { fastify } from "fastify";
import { expect, test } from "vitest";
import { markLocalRequests, type Reach } from "./local-requests.ts";

const byDefault: Reach = { host: "127.0.0.1", siteUrl: undefined, trustedProxy: [] };

async function isLocal(
  reach: Reach,
  { headers = {}, from = "127.0.0.1" }: { headers?: Record<string, string>; from?: string } = {},
): Promise<boolean> {
  const app = fastify({ trustProxy: [...reach.trustedProxy] });
  markLocalRequests(app, reach);
  app.get("/", (request) => ({ isLocal: request.isLocal }));
  const answer = await app.inject({ url: "/", headers, remoteAddress: from });
  await app.close();
  return answer.json<{ isLocal: boolean }>().isLocal;
}

test.each(["127.0.0.1", "127.0.0.2", "::1", "::ffff:127.0.0.1"])(
  "a request from %s to a default installation is local",
  async (from) => expect(await isLocal(byDefault, { from })).toBe(true),
);

test.each(["localhost", "::1", "127.0.0.1"])(
  "HOST %s can be reached only from this machine",
  async (host) => expect(await isLocal({ ...byDefault, host })).toBe(true),
);

test.each([
  [{ ...byDefault, host: "0.0.0.0" }],
  [{ ...byDefault, host: "::" }],
  [{ ...byDefault, host: "192.168.0.7" }],
  [{ ...byDefault, host: "floor.lan" }],
  [{ ...byDefault, siteUrl: "https://floor.example" }],
  [{ ...byDefault, trustedProxy: ["127.0.0.1"] }],
])("no request is local in an installation with %j", async (reach) =>
  expect(await isLocal(reach)).toBe(false),
);

test.each(["203.0.113.7", "192.168.0.7", "2001:db8::1"])(
  "a request from %s is not local",
  async (from) => expect(await isLocal(byDefault, { from })).toBe(false),
);

test.each([
  { "x-forwarded-for": "127.0.0.1" },
  { "X-Forwarded-Proto": "https" },
  { "x-real-ip": "127.0.0.1" },
  { forwarded: "for=127.0.0.1" },
  { via: "1.1 caddy" },
  { "cf-connecting-ip": "127.0.0.1" },
  { "cdn-loop": "cloudflare" },
  { "fly-client-ip": "203.0.113.7" },
  { origin: "https://floor.example" },
  { origin: "null" },
  { referer: "https://floor.example/deposit" },
  { "sec-fetch-site": "cross-site" },
] as Record<string, string>[])(
  "a request sent by a proxy or another site (%j) is not local",
  async (headers) => expect(await isLocal(byDefault, { headers })).toBe(false),
);

test("a request sent by the product's own page is local", async () => {
  const headers = {
    origin: "http://localhost:3000",
    referer: "http://[::1]:3000/deposit",
    "sec-fetch-site": "same-origin",
  };
  expect(await isLocal(byDefault, { headers })).toBe(true);
});
