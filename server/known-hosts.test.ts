import { fastify } from "fastify";
import { expect, test } from "vitest";
import { isOwnHost, isOwnOrigin, refuseUnknownHosts } from "./known-hosts.ts";

const local = { siteUrl: undefined, host: "127.0.0.1", port: 3000 };
const proxied = { siteUrl: "https://floor.example", host: "127.0.0.1", port: 3000 };
const open = { siteUrl: undefined, host: "0.0.0.0", port: 80 };

test.each([
  [local, "127.0.0.1:3000"],
  [local, "localhost:3000"],
  [local, "LOCALHOST:3000"],
  [local, "app.localhost:3000"],
  [local, "[::1]:3000"],
  [{ ...local, host: "floor.lan" }, "Floor.LAN:3000"],
  [{ ...local, host: "::1" }, "[::1]:3000"],
  [proxied, "floor.example"],
  [{ ...local, siteUrl: "http://floor_web:8080" }, "floor_web:8080"],
  [proxied, "floor.example:443"],
  [proxied, "127.0.0.1:3000"],
  [{ ...proxied, siteUrl: "https://floor.example:8443" }, "floor.example:8443"],
  [open, "203.0.113.7"],
  [open, "203.0.113.7:80"],
  [open, "[2001:db8::1]"],
])("%j accepts the Host %s", (own, host) => expect(isOwnHost(host, own)).toBe(true));

test.each([
  [local, "evil.example"],
  [local, "evil.example:3000"],
  [local, "127.0.0.1"],
  [local, "127.0.0.1:3001"],
  [local, "192.168.0.7:3000"],
  [local, "localhost.evil.example:3000"],
  [local, "notlocalhost:3000"],
  [local, "evil@127.0.0.1:3000"],
  [local, "127.0.0.1:3000/evil"],
  [local, "127.0.0.1:3000?evil"],
  [local, "127.0.0.1:3000#evil"],
  [local, "127.0.0.1#evil:3000"],
  [local, "127.0.0.1:3000/"],
  [local, "127.0.0.1:3000?"],
  [local, "127.0.0.1:3000#"],
  [local, "@127.0.0.1:3000"],
  [local, ":@127.0.0.1:3000"],
  [local, "evil:pw@127.0.0.1:3000"],
  [local, "127.0.0.1:3000\\evil"],
  [local, "127.0.\t0.1:3000"],
  [local, "127.0.0.1 :3000"],
  [local, "local%68ost:3000"],
  [local, "127.1:3000"],
  [local, "0x7f.0.0.1:3000"],
  [local, "2130706433:3000"],
  [local, "127.0.0.1.:3000"],
  [local, "[::1]#:3000"],
  [local, "[::1%25lo]:3000"],
  [proxied, "floor.example#evil"],
  [proxied, "floor.example?evil"],
  [proxied, "floor.example/evil"],
  [proxied, "evil@floor.example"],
  [local, ""],
  [local, "a b"],
  [proxied, "floor.example:3001"],
  [proxied, "floor.example.evil.example"],
  [proxied, "www.floor.example"],
  [open, "evil.example"],
  [open, "203.0.113.7:81"],
])("%j refuses the Host %s", (own, host) => expect(isOwnHost(host, own)).toBe(false));

test("a Host header gets the same verdict regardless of earlier requests", async () => {
  const app = fastify();
  refuseUnknownHosts(app, local);
  app.setErrorHandler<{ readonly status: number }>(({ status }, _request, reply) =>
    reply.code(status).send(),
  );
  app.get("/", async () => "");
  const statusOf = async (host: string) =>
    (await app.inject({ url: "/", headers: { host } })).statusCode;
  const madeUp = Array.from({ length: 250 }, (_, index) => `evil${index}.example:3000`);
  for (const host of [...madeUp, ...madeUp.slice(0, 5)]) {
    expect(await statusOf(host)).toBe(421);
    expect(await statusOf("localhost:3000")).toBe(200);
  }
  await app.close();
});

test.each([
  [
    "the site's own page behind a proxy with its own Host",
    "https://floor.example",
    "127.0.0.1:3000",
    true,
  ],
  ["a page with an upper-case Host", "https://floor.example", "FLOOR.EXAMPLE", true],
  ["a page with the default port in its Host", "https://floor.example", "floor.example:443", true],
  ["a page of another site", "https://evil.example", "127.0.0.1:3000", false],
  ["a page of another site under our Host", "https://evil.example", "floor.example", false],
  ["a page of another port of this machine", "http://127.0.0.1:8080", "floor.example", false],
  ["a request without a page", undefined, "floor.example", false],
  ["a page with an opaque origin", "null", "floor.example", false],
])("the Origin of %s is checked", (_, origin, host, isOwn) => {
  expect(isOwnOrigin({ host, ...(origin === undefined ? {} : { origin }) }, proxied)).toBe(isOwn);
});
