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
    ["its word is taken", "127.0.0.1", "203.0.113.7", "203.0.113.7"],
    ["over IPv6 too", "::1", "2001:db8::1", "2001:db8::1"],
    ["as an IPv4 address in IPv6 clothes", "::ffff:127.0.0.1", "203.0.113.7", "203.0.113.7"],
    ["a stranger's is not", "198.51.100.1", "203.0.113.7", "198.51.100.1"],
    ["a stranger who names the proxy", "198.51.100.1", "203.0.113.7, 127.0.0.1", "198.51.100.1"],
    ["what the visitor wrote himself", "127.0.0.1", "6.6.6.6, 203.0.113.7", "203.0.113.7"],
    ["a row of proxies", "127.0.0.1", "6.6.6.6, 203.0.113.7, 10.1.2.3", "203.0.113.7"],
    [
      "a visitor who claims to be a proxy",
      "127.0.0.1",
      "6.6.6.6, 10.6.6.6, 203.0.113.7",
      "203.0.113.7",
    ],
    ["nothing but proxies", "127.0.0.1", "10.0.0.1, 10.0.0.2", "10.0.0.1"],
    ["an address with its port", "127.0.0.1", "203.0.113.7:4711", "203.0.113.7"],
    ["IPv6 with its port", "127.0.0.1", "[2001:db8::1]:4711", "2001:db8::1"],
    ["what is no address", "127.0.0.1", "unknown", "127.0.0.1"],
    ["no address behind a true one", "127.0.0.1", "<b>, 203.0.113.7", "203.0.113.7"],
    ["a true one behind no address", "127.0.0.1", "203.0.113.7, <b>", "127.0.0.1"],
    ["no header", "127.0.0.1", undefined, "127.0.0.1"],
    ["an empty header", "127.0.0.1", " , ", "127.0.0.1"],
  ])("%s", async (_, remoteAddress, forwardedFor, ip) => {
    await serve(trusted);
    expect(await ipOf(remoteAddress, forwardedFor)).toBe(ip);
  });
});
