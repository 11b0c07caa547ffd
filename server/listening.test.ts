/**
 * Tests that the port is occupied during the whole start, and that early clients are told to retry.
 */
import { createServer } from "node:http";
import { afterEach, expect, test } from "vitest";
import { claimPort, type ClaimedPort } from "./listening.ts";

const HOST = "127.0.0.1";
const claims: ClaimedPort[] = [];
const servers: ReturnType<typeof createServer>[] = [];

afterEach(async () => {
  for (const claimed of claims.splice(0)) await claimed.release();
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

async function claim(address: { host?: string; port?: number } = {}): Promise<ClaimedPort> {
  const claimed = await claimPort({ host: HOST, port: 0, ...address });
  claims.push(claimed);
  return claimed;
}

function serving(text: string): ReturnType<typeof createServer> {
  const server = createServer((_, response) => response.end(text));
  servers.push(server);
  return server;
}

const ask = (port: number, host = HOST) =>
  fetch(`http://${host}:${port}/`, { headers: { connection: "close" } });

test("no other process can take the port before the server uses it", async () => {
  const { port, handOver } = await claim();
  await expect(claim({ port })).rejects.toThrow(/^PORT: \d+ is in use by another program\./);
  await handOver(serving("here"));
  await expect(claim({ port })).rejects.toThrow(/^PORT: \d+ is in use by another program\./);
});

test("a client that connects too early is told to retry and then served", async () => {
  const { port, handOver } = await claim();
  const early = await ask(port);
  expect([early.status, early.headers.get("retry-after")]).toEqual([503, "1"]);
  await handOver(serving("here"));
  expect(await (await ask(port)).text()).toBe("here");
});

test("closing the server, or releasing an unused claim, frees the port", async () => {
  const { port, handOver } = await claim();
  const server = serving("here");
  await handOver(server);
  await new Promise((resolve) => server.close(resolve));
  const again = await claim({ port });
  await again.release();
  expect((await claim({ port })).port).toBe(port);
});

test("a server on localhost responds at each loopback address", async () => {
  const { port, handOver } = await claim({ host: "localhost" });
  await handOver(serving("here"));
  expect(await (await ask(port, "localhost")).text()).toBe("here");
  expect(await (await ask(port)).text()).toBe("here");
});

test("a HOST that does not belong to this machine is named in the error", async () => {
  await expect(claim({ host: "192.0.2.1" })).rejects.toThrow(/^HOST: 192\.0\.2\.1 is not/);
});
