/** Tests how an outsider reads an installation that limits, lies or does not respond. */
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { transparencyApi } from "#api/transparency";
import { printable } from "./printable.ts";
import { Missing, readPage, siteReader, Unreachable, UnexpectedShape } from "./read-site.ts";

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

async function serve(answer: (response: ServerResponse) => void): Promise<string> {
  server = createServer((_, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("an answer that breaks off counts as unreachable", async () => {
  const origin = await serve((response) => {
    response.writeHead(200, { "content-length": "100" });
    response.write("half", () => response.destroy());
  });
  await expect(readPage(origin, "/")).rejects.toThrow(Unreachable);
});

test("a page with too many items is refused before it is read", async () => {
  const items = Array.from({ length: 150_000 }, () => 0);
  const origin = await serve((response) => response.end(JSON.stringify({ items })));
  const read = siteReader(origin)(transparencyApi.listProofLeaves, { proofId: "prf_1" });
  await expect(read).rejects.toThrow(UnexpectedShape);
});

test("a text of the installation cannot write other lines or control a terminal", () => {
  expect(printable("it says: \u001B[2K\u009B1A\nok  liabilities\u2028\u202E")).toBe(
    "it says: \uFFFD[2K\uFFFD1A\uFFFDok  liabilities\uFFFD\uFFFD",
  );
  expect(printable("\u{1F600}é — x".repeat(1_000)).length).toBe(2_000);
});
