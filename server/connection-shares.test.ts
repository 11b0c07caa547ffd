/** Tests the connection limit per network, and the connections reserved for other networks. */
import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { mayConnect, shareConnections } from "./connection-shares.ts";

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

test("the last free connections are reserved for networks with few connections", () => {
  expect(mayConnect({ ofNetwork: 1_199, all: 1_199 })).toBe(true);
  expect(mayConnect({ ofNetwork: 1_200, all: 1_200 })).toBe(false);
  expect(mayConnect({ ofNetwork: 0, all: 1_200 })).toBe(true);
  expect(mayConnect({ ofNetwork: 300, all: 1_500 })).toBe(false);
  expect(mayConnect({ ofNetwork: 99, all: 1_999 })).toBe(true);
});

test("a wider IPv6 network may use more of the reserved connections", () => {
  expect(mayConnect({ ofNetwork: 399, all: 1_500, factor: 4 })).toBe(true);
  expect(mayConnect({ ofNetwork: 400, all: 1_500, factor: 4 })).toBe(false);
  expect(mayConnect({ ofNetwork: 1_200, all: 1_200, factor: 4 })).toBe(false);
});

/** Starts a server that allows three connections per network. */
async function serve(proxies: readonly string[]) {
  const server = createServer((_, response) => response.end("here"));
  servers.push(server);
  shareConnections(server, proxies, { ofNetwork: 3, crowded: 100, ofNetworkWhenCrowded: 1 });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return (localAddress: string) => {
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    const answer = new Promise<string>((resolve) => {
      socket.once("data", (data) => resolve(String(data).slice(0, 12)));
      socket.on("error", () => resolve("cut")).once("close", () => resolve("cut"));
    });
    socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
    return { socket, answer };
  };
}

const OK = "HTTP/1.1 200";

test("an address over its connection limit is disconnected", async () => {
  const open = await serve([]);
  const connections = [open("127.0.0.2"), open("127.0.0.2"), open("127.0.0.2")];
  for (const { answer } of connections) expect(await answer).toBe(OK);
  expect(await open("127.0.0.2").answer).toBe("cut");
  expect(await open("127.0.0.3").answer).toBe(OK);
  connections[0]?.socket.end();
  await once(connections[0]?.socket ?? process, "close");
  await expect.poll(() => open("127.0.0.2").answer).toBe(OK);
});

test("a trusted proxy has no connection limit", async () => {
  const open = await serve(["127.0.0.0/30"]);
  for (let connection = 1; connection <= 5; connection += 1)
    expect(await open("127.0.0.2").answer).toBe(OK);
});
