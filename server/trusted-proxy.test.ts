/** Tests which proxies are trusted to set the X-Forwarded-For header. */
import { afterEach, describe, expect, test } from "vitest";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { silentLog } from "#platform";
import { createHttpServer } from "./http.ts";
import { clientAddress, proxyList } from "./trusted-proxy.ts";

let app: FastifyInstance;
afterEach(() => app.close());

let proxies: ReturnType<typeof proxyList>;

async function serve(trustedProxy: readonly string[]): Promise<void> {
  proxies = proxyList(trustedProxy);
  const inlineHashes = { scripts: [], styles: [] };
  app = await createHttpServer({ log: silentLog, inlineHashes, connectHosts: [], trustedProxy });
  app.get("/", async ({ ip }) => ip);
}

async function ipOf(remoteAddress: string, forwardedFor?: string): Promise<string> {
  const headers = {
    "x-real-ip": "6.6.6.6",
    forwarded: "for=6.6.6.6",
    ...(forwardedFor === undefined ? {} : { "x-forwarded-for": forwardedFor }),
  };
  const { body } = await app.inject({ url: "/", remoteAddress, headers });
  // Upgrade requests never reach fastify, but must result in the same client address.
  const upgrade = { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
  expect(clientAddress(upgrade, proxies)).toBe(body);
  return body;
}

test("the header is ignored without a trusted proxy", async () => {
  await serve([]);
  expect(await ipOf("127.0.0.1", "203.0.113.7")).toBe("127.0.0.1");
  expect(await ipOf("198.51.100.1", "203.0.113.7, 127.0.0.1")).toBe("198.51.100.1");
});

describe("with 127.0.0.1, ::1 and 10.0.0.0/8 trusted", () => {
  const trusted = ["127.0.0.1", "::1", "10.0.0.0/8"];

  test.each([
    ["the header of a trusted proxy is used", "127.0.0.1", "203.0.113.7", "203.0.113.7"],
    ["the header of a trusted IPv6 proxy is used", "::1", "2001:db8::1", "2001:db8::1"],
    ["an IPv4-mapped proxy address is trusted", "::ffff:127.0.0.1", "203.0.113.7", "203.0.113.7"],
    ["the header of an unknown proxy is ignored", "198.51.100.1", "203.0.113.7", "198.51.100.1"],
    [
      "a client that names the proxy is not trusted",
      "198.51.100.1",
      "203.0.113.7, 127.0.0.1",
      "198.51.100.1",
    ],
    [
      "addresses written by the visitor are ignored",
      "127.0.0.1",
      "6.6.6.6, 203.0.113.7",
      "203.0.113.7",
    ],
    [
      "a chain of trusted proxies is skipped",
      "127.0.0.1",
      "6.6.6.6, 203.0.113.7, 10.1.2.3",
      "203.0.113.7",
    ],
    [
      "an address that claims to be a proxy is ignored",
      "127.0.0.1",
      "6.6.6.6, 10.6.6.6, 203.0.113.7",
      "203.0.113.7",
    ],
    ["the first address is used if all are proxies", "127.0.0.1", "10.0.0.1, 10.0.0.2", "10.0.0.1"],
    ["the port of an IPv4 address is removed", "127.0.0.1", "203.0.113.7:4711", "203.0.113.7"],
    ["the port of an IPv6 address is removed", "127.0.0.1", "[2001:db8::1]:4711", "2001:db8::1"],
    ["a text that is not an address is ignored", "127.0.0.1", "unknown", "127.0.0.1"],
    [
      "an invalid part to the left of an address is ignored",
      "127.0.0.1",
      "<b>, 203.0.113.7",
      "203.0.113.7",
    ],
    ["an invalid last part ends the search", "127.0.0.1", "203.0.113.7, <b>", "127.0.0.1"],
    ["a missing header leaves the socket's address", "127.0.0.1", undefined, "127.0.0.1"],
    ["an empty header leaves the socket's address", "127.0.0.1", " , ", "127.0.0.1"],
  ])("%s", async (_, remoteAddress, forwardedFor, ip) => {
    await serve(trusted);
    expect(await ipOf(remoteAddress, forwardedFor)).toBe(ip);
  });
});
