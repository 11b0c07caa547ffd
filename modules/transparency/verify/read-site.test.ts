/** Tests how an outsider reads an installation that limits, lies or does not respond. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { Missing, readPage, Unreachable } from "./read-site.ts";

let server: Server;
afterEach(() => server.close());

async function answersWith(statuses: readonly number[]): Promise<string> {
  const left = [...statuses];
  server = createServer((_, response) => {
    response.writeHead(left.shift() ?? 200, { "retry-after": "1" });
    response.end("text");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("a request waits for the next minute if there were too many", async () => {
  const origin = await answersWith([429]);
  const from = performance.now();
  expect(await readPage(origin, "/")).toBe("text");
  expect(performance.now() - from).toBeGreaterThan(900);
});

test("an installation that always limits does not keep the command waiting", async () => {
  await expect(readPage(await answersWith([429, 429, 429, 429]), "/")).rejects.toThrow(Unreachable);
});

test("an unknown path and an error of the installation are told apart", async () => {
  const origin = await answersWith([404, 500]);
  await expect(readPage(origin, "/")).rejects.toThrow(Missing);
  await expect(readPage(origin, "/")).rejects.toThrow(/answered with 500/);
});
