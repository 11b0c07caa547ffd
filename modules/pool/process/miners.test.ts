/**
 * Tests the sockets in isolation: shares are stored before responses are sent, and misbehaving
 * clients are disconnected.
 */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connectStratum } from "../../../test/support/chain/stratum-client.ts";
import { firstJob, USER_ID } from "../testing/talk.ts";
import { NOW_MS } from "../testing/template.ts";
import { createMiners, type Miners } from "./miners.ts";

let miners: Miners;
let server: Server;
let port: number;
let accepted: Socket | undefined;
let names: string[];
let isDiskBad: boolean;
let nowMs: number;
/** Source address of the miners' connections. */
let address: string;

beforeEach(async () => {
  names = [];
  isDiskBad = false;
  nowMs = NOW_MS;
  address = "127.0.0.1";
  const job = firstJob();
  miners = createMiners({
    circumstances: () => ({ nowMs, job, isSeen: () => false, refusal: undefined }),
    findMiner: async ({ name }) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (name.user === "lost") throw new Error("the server could not look up the name");
      return name.user === "ann" ? { ...name, userId: USER_ID } : undefined;
    },
    onEffect: ({ kind }) => void names.push(kind),
    keep() {
      if (names.at(-1) === "share") names.push("kept");
      if (isDiskBad) throw new Error("no space is left");
    },
  });
  server = createServer((socket) => {
    accepted = socket;
    Object.defineProperty(socket, "remoteAddress", { value: address });
    miners.accept(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => {
  vi.useRealTimers();
  miners.close();
  server.close();
});

async function miner() {
  const client = await connectStratum(port);
  await client.call("mining.subscribe");
  await client.call("mining.authorize", "ann.rig", "x,d=0.00001");
  await client.work();
  return client;
}

test("connections are grouped by address with their share rates", async () => {
  const [first, second] = [await miner(), await miner()];
  const share = first.findShare();
  await first.call("mining.submit", "ann.rig", ...share);
  await second.call("mining.submit", "ann.rig", "none", ...share.slice(1));
  const since = new Date(NOW_MS);
  expect(miners.list()).toEqual({
    addresses: [
      {
        address: "127.0.0.1",
        connections: 2,
        names: ["ann"],
        furtherNames: 0,
        sharesAMinute: 1,
        rejectsAMinute: 1,
        since,
      },
    ],
    furtherAddresses: 0,
  });
  expect(miners.end("127.0.0.2")).toBe(0);
  // A dual-stack socket reports an IPv4 address in this form.
  expect(miners.end("::ffff:127.0.0.1")).toBe(2);
  await Promise.all([first.closed, second.closed]);
  expect([miners.count(), miners.list().addresses]).toEqual([0, []]);
  // Later connections from the address are accepted.
  await miner();
});

test("a share is stored before the response is sent", async () => {
  const client = await miner();
  const { result } = await client.call("mining.submit", "ann.rig", ...client.findShare());
  expect(result).toBe(true);
  expect(names).toEqual(["share", "kept"]);
});

test("a connection is closed without a response if its share cannot be stored", async () => {
  const client = await miner();
  isDiskBad = true;
  await expect(client.call("mining.submit", "ann.rig", ...client.findShare())).rejects.toThrow(
    "the connection is closed",
  );
});

test("responses stay in order while a name is looked up", async () => {
  const socket = connect({ host: "127.0.0.1", port }).setEncoding("utf8");
  const ask = (id: number, method: string, params: readonly unknown[] = []) =>
    `${JSON.stringify({ id, method, params })}\n`;
  socket.write(
    ask(1, "mining.authorize", ["bob.rig"]) +
      ask(2, "mining.ping") +
      ask(3, "mining.authorize", ["ann.rig"]) +
      ask(4, "mining.ping"),
  );
  let received = "";
  socket.on("data", (text: string) => (received += text));
  while (received.split("\n").length < 5) await once(socket, "data");
  const ids = received
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { id: number }).id);
  expect(ids).toEqual([1, 2, 3, 4]);
  socket.destroy();
});

test("a connection is closed if the lookup of its name fails", async () => {
  const client = await connectStratum(port);
  await client.call("mining.subscribe");
  await expect(client.call("mining.authorize", "lost.rig")).rejects.toThrow(
    "the connection is closed",
  );
  expect(miners.count()).toBe(0);
});

test("a client that sends an endless line is disconnected", async () => {
  const rubbish = await connectStratum(port);
  rubbish.write("rubbish\n".repeat(10_000));
  await rubbish.closed;
  const endless = await connectStratum(port);
  endless.write("x".repeat(1_025));
  await endless.closed;
  expect(miners.count()).toBe(0);
});

test("a client that never reads is disconnected without delaying other miners", async () => {
  const deaf = connect({ host: "127.0.0.1", port });
  deaf.on("error", () => undefined).pause();
  await once(deaf, "connect");
  const closed = new Promise((resolve) => deaf.once("close", resolve));
  const ping = `{"id":1,"method":"mining.ping"}\n`;
  const writing = setInterval(() => deaf.write(ping.repeat(5_000)), 5);
  const honest = await miner();
  expect((await honest.call("mining.ping")).result).toBe("pong");
  await closed;
  clearInterval(writing);
  expect(miners.count()).toBe(1);
});

test("the socket is closed even if the client does not read the last responses", async () => {
  const deaf = connect({ host: "127.0.0.1", port });
  deaf.on("error", () => undefined).pause();
  await once(deaf, "connect");
  await expect.poll(() => miners.count()).toBe(1);
  const ping = `${JSON.stringify({ id: "x".repeat(900), method: "mining.ping" })}\n`;
  const isRead = () => accepted?.bytesRead === deaf.bytesWritten && deaf.writableLength === 0;
  const unsentBytes = () => accepted?.writableLength ?? 0;
  while (unsentBytes() === 0) {
    deaf.write(ping.repeat(64));
    while (!isRead()) await nextTurn();
  }
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  deaf.write("rubbish\n".repeat(100));
  while (miners.count() > 0) await nextTurn();
  vi.advanceTimersByTime(4_999);
  expect(accepted?.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(accepted?.destroyed).toBe(true);
});

test("a reconnect does not reset the share limit", async () => {
  const errors = new Set<string | undefined>();
  // Send the same share a hundred times. The pool in this test does not detect duplicates.
  for (let connection = 0; connection < 7; connection += 1) {
    const client = await miner();
    const share = client.findShare();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => client.call("mining.submit", "ann.rig", ...share)),
    );
    for (const { error } of answers) errors.add(error?.[1]);
    client.close();
    await expect.poll(() => miners.count()).toBe(0);
    expect([...errors]).toEqual(connection < 6 ? [undefined] : [undefined, "Too many shares"]);
  }
});

test("connections from one address share a limit of twenty shares per second", async () => {
  address = "203.0.113.9";
  const clients = await Promise.all(Array.from({ length: 10 }, () => miner()));
  const answers = await Promise.all(
    clients.flatMap((client) => {
      const share = client.findShare();
      return Array.from({ length: 80 }, () => client.call("mining.submit", "ann.rig", ...share));
    }),
  );
  const errors = answers.flatMap(({ error }) => (error ? [error[1]] : []));
  // The clock is frozen in this test, so only the initial burst (half a minute of shares) is
  // accepted.
  expect(answers.length - errors.length).toBe(600);
  expect(new Set(errors)).toEqual(new Set(["Too many shares"]));
  address = "203.0.113.10";
  const other = await miner();
  expect((await other.call("mining.submit", "ann.rig", ...other.findShare())).result).toBe(true);
});

test("an idle connection is closed to admit a new miner", async () => {
  address = "203.0.113.9";
  const idle = await Promise.all(Array.from({ length: 100 }, () => connectStratum(port)));
  await expect.poll(() => miners.count()).toBe(100);
  nowMs += 5_001;
  const client = await miner();
  expect((await client.call("mining.submit", "ann.rig", ...client.findShare())).result).toBe(true);
  await idle[0]?.closed;
  expect(miners.count()).toBe(100);
});

test("a connection is not closed in the first five seconds of its handshake", async () => {
  address = "203.0.113.9";
  const young = await Promise.all(Array.from({ length: 100 }, () => connectStratum(port)));
  await expect.poll(() => miners.count()).toBe(100);
  nowMs += 5_000;
  const further = await connectStratum(port);
  await further.closed;
  const [first] = young;
  await first?.call("mining.subscribe");
  expect((await first?.call("mining.authorize", "ann.rig", "x"))?.result).toBe(true);
});

test("a miner with an accepted share is not disconnected to admit another one", async () => {
  address = "203.0.113.9";
  const client = await miner();
  await client.call("mining.submit", "ann.rig", ...client.findShare());
  const idle = await Promise.all(Array.from({ length: 99 }, () => connectStratum(port)));
  await expect.poll(() => miners.count()).toBe(100);
  nowMs += 5_001;
  await Promise.all(Array.from({ length: 50 }, () => connectStratum(port)));
  await Promise.all(idle.slice(0, 50).map(({ closed }) => closed));
  expect(miners.count()).toBe(100);
  expect((await client.call("mining.ping")).result).toBe("pong");
});
