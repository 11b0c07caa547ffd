import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { waitUntilReady } from "./wait-until-ready.ts";

test("a failed readiness check does not abort the start", async () => {
  let looks = 0;
  const server = createServer((request, answer) => {
    looks += 1;
    if (looks === 1) request.socket.destroy();
    else answer.writeHead(looks === 2 ? 503 : 200).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const readiness = {
    checkNow: () => Promise.resolve({}),
    hasStarted: () => false,
    stop: () => undefined,
    isStopping: () => false,
  };
  const url = `http://127.0.0.1:${port}`;
  expect(await waitUntilReady({ url, readiness }, new AbortController().signal)).toBe(true);
  expect(looks).toBe(3);
  server.close();
});
